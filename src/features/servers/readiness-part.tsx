import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { validateServerReadiness } from '#contract/rpc/servers.ts';
import type { ServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import { api } from '#src/api/api.ts';
import { Button } from '#src/components/ui/button.tsx';
import { CompactSelect } from '#src/components/ui/compact-select.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';

type Checks = z.output<typeof validateServerReadiness.returns>['checks'];

/** What each check is about. */
const CHECK_WORDS: Record<Checks[number]['check'], string> = {
  worker_heard: 'Worker:',
  tool: 'Tool:',
  config: 'Config:',
  launch_kind: 'Model server:',
  free: 'Free:',
  context: 'Context:',
  memory: 'Memory:',
};

interface ReadinessPartProps {
  hostname: string;
  configs: readonly ServerCurrentStatus[];
}

/** Whether a job could start now, check by check; asked when somebody wants to know, since it is a question to the whole of the server. */
export function ReadinessPart({ hostname, configs }: ReadinessPartProps) {
  const codes = configs.map((config) => config.config_code ?? '');
  const [chosen, setChosen] = useState('');
  const [isAsked, setAsked] = useState(false);
  const code = codes.includes(chosen) ? chosen : (codes[0] ?? '');
  const orgId = configs[0]?.org_id ?? '';
  const readiness = useQuery({
    queryKey: ['servers', orgId, 'readiness', hostname, code],
    queryFn: ({ signal }) =>
      api().callRpc(
        validateServerReadiness,
        { p_org_id: orgId, p_server_hostname: hostname, p_config_code: code },
        { signal },
      ),
    enabled: isAsked && code !== '',
  });
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {codes.length > 1 && (
          <CompactSelect
            label="Config to check"
            value={code}
            options={codes.map((value) => ({ value, label: value }))}
            onValueChange={setChosen}
          />
        )}
        <Button
          busy={readiness.isFetching}
          onClick={() => {
            if (isAsked) void readiness.refetch();
            else setAsked(true);
          }}
        >
          {readiness.data === undefined ? 'Check now' : 'Check again'}
        </Button>
        {readiness.data !== undefined && (
          <Verdict checks={readiness.data.checks} at={readiness.dataUpdatedAt} />
        )}
      </div>
      {readiness.isError && (
        <ErrorState
          error={readiness.error}
          title="The server was not checked"
          onRetry={() => void readiness.refetch()}
        />
      )}
      {readiness.data !== undefined && (
        <ul className="grid gap-1 text-sm">
          {readiness.data.checks.map(({ check, ok, message }) => (
            <li key={check} className="flex items-start gap-2">
              {ok ? (
                <CircleCheck aria-label="passes" className="mt-0.5 size-4 shrink-0 text-good" />
              ) : (
                <CircleX aria-label="fails" className="mt-0.5 size-4 shrink-0 text-bad" />
              )}
              <span>
                <span className="font-medium">{CHECK_WORDS[check]}</span>{' '}
                <span className="text-ink-2">{message}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Verdict({ checks, at }: { checks: Checks; at: number }) {
  const failed = checks.filter(({ ok }) => !ok);
  const [tone, text] =
    failed.length === 0
      ? ['text-good', 'A job would start now']
      : failed.every(({ check }) => check === 'free')
        ? ['text-warn', 'A job would wait its turn']
        : ['text-bad', 'A job would not start'];
  return (
    <span role="status" className="text-sm">
      <span className={tone}>{text}</span>
      <span className="text-ink-3">
        {' · '}
        <RelativeTime at={at} />
      </span>
    </span>
  );
}
