import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { vRunCostSummary, type RunCostSummaryRow } from '#contract/views/v-run-cost-summary.ts';
import { vRunHealthChecks, type RunHealthChecksRow } from '#contract/views/v-run-health-checks.ts';
import { grouped } from '#lib/grouped.ts';
import { api } from '#src/api/api.ts';
import { eq } from '#src/api/view-query.ts';
import { amountText, moneyText } from '#src/components/ui/amount-text.ts';
import { Badge } from '#src/components/ui/badge.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { ErrorState, Unread } from '#src/components/ui/error-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';

/** Jobs named beside a check; more are counted. */
const NAMED = 4;
const STALE_MS = 30_000;

const checksQuery = (orgId: string, runId: number) =>
  queryOptions({
    queryKey: ['run-checks', orgId, runId],
    queryFn: async ({ signal }) =>
      (
        await api().readView(
          vRunHealthChecks,
          { filters: { org_id: eq(orgId), run_id: eq(runId) } },
          { signal },
        )
      ).rows,
    staleTime: STALE_MS,
  });

const costsQuery = (orgId: string, runId: number) =>
  queryOptions({
    queryKey: ['run-cost', orgId, runId],
    queryFn: async ({ signal }) =>
      (
        await api().readView(
          vRunCostSummary,
          {
            filters: { org_id: eq(orgId), run_id: eq(runId) },
            order: [{ column: 'job_count', direction: 'desc' }],
          },
          { signal },
        )
      ).rows,
    staleTime: STALE_MS,
  });

/** Whether the run can be trusted, check by check, and what it has cost. */
export function RunHealth({ orgId, runId }: { orgId: string; runId: number }) {
  const checks = useQuery(checksQuery(orgId, runId));
  const costs = useQuery(costsQuery(orgId, runId));
  const known = checks.data ?? [];
  const open = known.filter(({ status_code: status }) => status !== 'pass');
  const passed = known.length - open.length;
  return (
    <Panel
      title="Checks and cost"
      note={checks.data !== undefined && `${passed} of ${counted(known.length, 'check')} pass`}
    >
      {checks.error !== null && checks.data === undefined ? (
        <ErrorState
          error={checks.error}
          title="The checks could not be read"
          onRetry={() => void checks.refetch()}
        />
      ) : (
        <div className="divide-y divide-line text-sm">
          {/* One line each, also while they are read: what comes below is not pushed about. */}
          <ul className={LINE}>
            {open.map((check) => (
              <Check key={check.check_code} orgId={orgId} check={check} />
            ))}
            {open.length === 0 && (
              <li className="text-ink-2">
                {checks.data === undefined
                  ? 'Reading the checks …'
                  : 'Jobs, load generator, requests, warnings, attempts and telemetry: nothing found.'}
              </li>
            )}
          </ul>
          {costs.isError && costs.data === undefined ? (
            <Unread query={costs} what="What it has cost" className="p-3" />
          ) : (
            <div className={LINE}>
              {costs.data === undefined
                ? 'Reading what it has cost …'
                : costs.data.map((cost) => <Cost key={cost.provenance} cost={cost} />)}
            </div>
          )}
        </div>
      )}
    </Panel>
  );
}

const LINE = 'flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1';
const TONES = { pass: 'good', warn: 'warn', fail: 'bad', unknown: 'neutral' } as const;
/** What is the case where a check does not pass; its message says what it asks for. */
const CASES: Readonly<Record<string, string>> = {
  jobs_completed: 'failed',
  load_generator_sound: 'not sound by the load generator’s own check',
  requests_succeeded: 'with requests that failed',
  no_warnings: 'with a warning',
  first_attempt: 'that needed another attempt',
  telemetry_covered: 'with gaps in its telemetry',
};

/** What is waited for where nothing can be said yet. */
const CASES_UNKNOWN: Readonly<Record<string, string>> = {
  jobs_completed: 'whether every job ends without a failure',
  load_generator_sound: 'whether the load generator was sound',
  requests_succeeded: 'whether every request succeeded',
  no_warnings: 'whether a result has a warning',
  first_attempt: 'whether a job needs another attempt',
  telemetry_covered: 'whether telemetry covers the window',
};

function Check({ orgId, check }: { orgId: string; check: RunHealthChecksRow }) {
  const ids = check.affected_job_ids ?? [];
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1" title={check.message}>
      <Badge tone={TONES[check.status_code]}>
        {check.status_code === 'unknown' ? 'not known' : check.status_code}
      </Badge>
      {check.status_code === 'unknown' ? (
        <span className="text-ink-2">{CASES_UNKNOWN[check.check_code] ?? check.message}</span>
      ) : (
        <>
          <span>
            {grouped(check.affected_count)} of {counted(check.checked_count, 'job')}{' '}
            {CASES[check.check_code] ?? check.message}
          </span>
          <span className="text-xs text-ink-3">
            {ids.slice(0, NAMED).map((id, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <Link to="/w/$orgId/jobs/$jobId" params={{ orgId, jobId: String(id) }}>
                  job {id}
                </Link>
              </span>
            ))}
            {ids.length > NAMED && ` and ${grouped(ids.length - NAMED)} more`}
          </span>
        </>
      )}
    </li>
  );
}

const KWH = 3_600_000;

/** GPU-hours, money and energy of the jobs of one provenance; "—" where nothing ran here. */
function Cost({ cost }: { cost: RunCostSummaryRow }) {
  const { gpu_hours: hours, cost_usd: usd, energy_j: energy } = cost;
  const isPart = (cost.unpriced_gpu_hours ?? 0) > 0;
  return (
    <span title={cost.price_sources?.join('\n')}>
      <span className="text-ink-3">{cost.provenance}:</span> {amountText(hours)} GPU-hours, {moneyText(usd)}
      <span className="text-xs text-ink-3">
        {usd !== null && ' at the lowest listed cloud price'}
        {usd !== null && isPart && `, ${amountText(cost.unpriced_gpu_hours)} GPU-hours without a price`}
        {cost.provenance === 'simulated' && usd !== null && ', what the GPUs would have cost'}
      </span>
      {energy !== null && (
        <>
          , {amountText(energy / KWH)} kWh
          <span className="text-xs text-ink-3"> measured in {counted(cost.energy_job_count, 'job')}</span>
        </>
      )}
    </span>
  );
}
