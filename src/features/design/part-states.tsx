import { JOB_STATUSES, PROVENANCES } from '#contract/jobs.ts';
import { Badge } from '#src/components/ui/badge.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { FactsLine } from '#src/components/ui/facts-line.tsx';
import { CopyableId } from '#src/components/ui/copyable-id.tsx';
import { Figures, KeyValue } from '#src/components/ui/facts.tsx';
import { Kbd } from '#src/components/ui/kbd.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { StatusBadge } from '#src/components/ui/status-badge.tsx';
import { States } from './states.tsx';

const TONES = ['neutral', 'accent', 'good', 'warn', 'bad'] as const;
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
