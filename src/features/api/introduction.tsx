import { ANY_ERROR_CODES } from '#contract/errors.ts';
import { API_LIMITS } from '#contract/limits.ts';
import { V3_GONE_SINCE, V3_VIEWS } from '#contract/v3.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { CodeBlock } from './code-block.tsx';
import { PlainTable } from './plain-table.tsx';

/** How to call the API at all: token, first requests, filters, errors, limits, names of version 3. */
export function Introduction({ apiBase }: { apiBase: string }) {
  return (
    <div className="grid min-w-0 gap-3.5">
      <Panel title="How to call it" padded>
        <ul className="grid max-w-prose list-disc gap-1 pl-5 text-sm text-ink-2">
          <li>Every request carries a token: make one on Profile → Tokens.</li>
          <li>Writes are procedures at POST /rpc/name with a JSON object of p_ parameters.</li>
          <li>Reads are views at GET /name; filters, order and page are query parameters.</li>
          <li>A job’s status changes every 5 to 15 seconds at most: do not ask more often.</li>
        </ul>
      </Panel>
      <Panel title="First requests">
        <CodeBlock label="First requests" text={firstRequests(apiBase)} />
      </Panel>
      <Panel title="Filters, order and pages">
        <PlainTable
          label="Filters, order and pages"
          head={['Form', 'Meaning']}
          rows={[
            ['status_code=eq.completed', 'equal; also neq, gt, gte, lt, lte'],
            ['framework_code=in.(vllm,sglang)', 'one of a list'],
            ['job_name=like.*llama*', 'pattern; ilike ignores case'],
            ['finished_at=is.null', 'null, not_null, true or false'],
            ['order=created_at.desc,job_id.asc', 'order'],
            ['select=job_id,tokens_per_sec', 'columns'],
            ['limit=50&offset=100', 'page'],
            ['Range-Unit: items, Range: 0-49', 'page by headers; Content-Range answers which'],
            ['Prefer: count=exact', 'with the total in Content-Range'],
          ]}
        />
      </Panel>
      <Panel
        title="Errors"
        note="a JSON body of code, message, details and hint; X-Request-Id names the request"
      >
        <PlainTable
          label="Errors"
          head={['Code', 'Status', 'Meaning']}
          rows={Object.entries(ANY_ERROR_CODES).map(([code, { status, meaning }]) => [
            code,
            String(status),
            meaning,
          ])}
        />
      </Panel>
      <Panel title="Limits" note="beyond a rate: 429 with Retry-After">
        <PlainTable
          label="Limits"
          head={['For', 'Limit', 'Note']}
          rows={API_LIMITS.map(({ surface, limit, note }) => [surface, limit, note])}
        />
      </Panel>
      <Panel title="Names of version 3" note={`gone since ${V3_GONE_SINCE}: 410`}>
        <PlainTable
          label="Names of version 3"
          head={['Version 3', 'Now', 'Changes']}
          rows={V3_VIEWS.map(({ v3, v4, changes }) => [v3, v4, changes])}
        />
      </Panel>
    </div>
  );
}

function firstRequests(apiBase: string): string {
  const token = '-H "Authorization: Bearer $YARDSTICK_TOKEN"';
  const json = `-H 'Content-Type: application/json'`;
  return `# who am I, and in which workspaces
curl -sS -X POST '${apiBase}/rpc/get_current_user_context' ${token}
# which servers there are
curl -sS '${apiBase}/v_server_current_status?select=hostname,config_code,status_code' ${token}
# how a job is doing
curl -sS '${apiBase}/rpc/get_job_status' ${token} ${json} -d '{"p_job_id": 1}'
# its figures
curl -sS '${apiBase}/v_benchmark_results?job_id=eq.1' ${token}
# the fastest so far
curl -sS '${apiBase}/v_benchmark_results?order=tokens_per_sec.desc.nullslast&limit=10' ${token}`;
}
