import { JOB_STATUSES, PROVENANCES } from '#contract/jobs.ts';
import { Badge } from '#src/components/ui/badge.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { FactsLine } from '#src/components/ui/facts-line.tsx';
import { CopyButton } from '#src/components/ui/copy-button.tsx';
import { CopyableId } from '#src/components/ui/copyable-id.tsx';
import { Figures, KeyValue } from '#src/components/ui/facts.tsx';
import { Kbd } from '#src/components/ui/kbd.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import { ServerStatusBadge } from '#src/components/ui/server-status-badge.tsx';
import { StatusBadge } from '#src/components/ui/status-badge.tsx';
import { StatusCounts } from '#src/components/ui/status-counts.tsx';
import { BarStates } from './bar-states.tsx';
import { States } from './states.tsx';

const TONES = ['neutral', 'accent', 'good', 'warn', 'bad'] as const;
const SERVER_STATUSES = ['online', 'busy', 'draining', 'stale', 'offline', 'never_connected'] as const;
const NO_JOBS = {
  running_count: 0,
  pending_count: 0,
  failed_count: 0,
  completed_count: 0,
  cancelled_count: 0,
};
const COUNTS = {
  running_count: 2,
  pending_count: 14,
  failed_count: 1,
  completed_count: 1200,
  cancelled_count: 3,
};
const MINUTE_MS = 60_000;
const OPENED = Date.now();
const FAILURE = new Error('The design page made this failure.');

/** What shows and does nothing: badges, facts, panels, and the states of a part of a page. */
export function PartStates({ look }: { look: string }) {
  return (
    <>
      <States of="Badge, StatusBadge, ProvenanceTag, Kbd">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        {JOB_STATUSES.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        {PROVENANCES.map((provenance) => (
          <ProvenanceTag key={provenance} provenance={provenance} />
        ))}
        <Kbd>Ctrl K</Kbd>
      </States>
      <States of="ServerStatusBadge, StatusCounts">
        {SERVER_STATUSES.map((status) => (
          <ServerStatusBadge key={status} status={status} />
        ))}
        <StatusCounts counts={COUNTS} />
        <StatusCounts counts={NO_JOBS} />
      </States>
      <States of="RelativeTime, CopyButton">
        <RelativeTime at={OPENED} />
        <RelativeTime at={OPENED - 3 * MINUTE_MS} />
        <RelativeTime at={OPENED + 3000 * MINUTE_MS} />
        <RelativeTime at={null} />
        <CopyButton text="copied from the design page" label={`Copy, ${look}`} />
      </States>
      <BarStates />
      <FactsLine facts={['3 runs', '12 jobs', <CopyableId key="id" label="job" id={849} />]} />
      <Panel title={`Panel, ${look}`} note="with a note" actions={<Button>Action</Button>} padded>
        <KeyValue
          items={[
            { label: 'Model', value: 'Llama-3.1-70B' },
            { label: 'Missing', value: null },
            { label: 'Long', value: 'neuralmagic/Meta-Llama-3.1-70B-Instruct-quantized.w8a8-long-name' },
          ]}
        />
      </Panel>
      <Panel title={`Figures, ${look}`}>
        <Figures
          items={[
            { label: 'Output throughput', value: '12,345', detail: 'tokens/s' },
            { label: 'TTFT p50', value: null, detail: 'ms' },
          ]}
        />
      </Panel>
      <Panel title={`Loading, ${look}`} padded>
        <Skeleton className="h-16!" />
      </Panel>
      <Panel title={`Empty, ${look}`}>
        <EmptyState title="No jobs yet" actions={<Button variant="primary">Submit a job</Button>}>
          What to do next stands here.
        </EmptyState>
      </Panel>
      <ErrorState error={FAILURE} title="Jobs could not be read" onRetry={() => undefined} />
    </>
  );
}
