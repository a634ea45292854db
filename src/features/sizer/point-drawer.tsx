import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatMetric } from '#contract/metrics.ts';
import type { NearestPoint } from '#contract/sizer/solve-response.ts';
import { grouped } from '#lib/grouped.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { buttonStyles } from '#src/components/ui/button.tsx';
import { Drawer } from '#src/components/ui/drawer.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Figures, KeyValue } from '#src/components/ui/facts.tsx';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import { publishedResultQuery } from './sizer-queries.ts';

interface PointDrawerProps {
  open: boolean;
  onClose: () => void;
  /** Null: the answer that named it has changed, or the link is old. */
  point: NearestPoint | null;
}

/** A measured point behind the figures: what was run, what came out, where it stands. */
export function PointDrawer({ open, onClose, point }: PointDrawerProps) {
  return (
    <Drawer
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={point === null ? 'Measured point' : `Measured on ${point.gpus} × ${point.gpu_model}`}
    >
      {point === null ? (
        <EmptyState title="The answer on the page does not lean on this point">
          The form may have changed since the link was made. Close this and choose a point of the answer.
        </EmptyState>
      ) : (
        <Point point={point} />
      )}
    </Drawer>
  );
}

function Point({ point }: { point: NearestPoint }) {
  return (
    <div className="grid grid-cols-1 gap-4 p-4">
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
        <ProvenanceTag provenance={point.provenance} />
        similarity {point.similarity.toFixed(2)} to what was asked; 1 is the same configuration
      </p>
      <div className="rounded border border-line">
        <Figures
          items={[
            {
              label: 'TTFT (ms)',
              value: formatMetric('ttft_p50_ms', point.ttft_ms),
              title: `${point.ttft_ms} ms`,
            },
            {
              label: 'TPOT (ms)',
              value: formatMetric('tpot_p50_ms', point.tpot_ms),
              title: `${point.tpot_ms} ms`,
            },
            {
              label: 'Output per GPU (tokens/s/GPU)',
              value: formatMetric('tokens_per_sec_per_gpu', point.tokens_per_sec_per_gpu),
              title: `${point.tokens_per_sec_per_gpu} tokens/s/GPU`,
            },
          ]}
        />
      </div>
      <Origin point={point} />
      <KeyValue
        items={[
          { label: 'Model', value: point.model_code },
          { label: 'Hardware', value: `${point.gpus} × ${point.gpu_model}` },
          {
            label: 'Parallelism',
            value: `TP ${point.tp}, EP ${point.ep}, DP ${point.dp}`,
          },
          { label: 'Framework', value: [point.framework, point.framework_version].filter(Boolean).join(' ') },
          { label: 'Precision', value: point.precision },
          { label: 'Input length', value: `${grouped(point.isl)} tokens` },
          { label: 'Output length', value: `${grouped(point.osl)} tokens` },
          { label: 'Concurrency', value: `${grouped(point.concurrency)} in flight` },
          { label: 'Measured', value: point.measured_on },
          { label: 'Source', value: point.source },
          { label: 'Point', value: <code className="font-mono text-xs">{point.point_id}</code> },
        ]}
      />
    </div>
  );
}

/** The way on to the run or the publication. */
function Origin({ point }: { point: NearestPoint }) {
  const { orgId, user } = useWorkspace();
  const referenceOrgId = user.memberships.find((one) => one.is_reference)?.org_id ?? null;
  const published = useQuery(publishedResultQuery(referenceOrgId, point));
  if (point.job_id !== null)
    return (
      // The job's page belongs to another feature, which this one knows by its address only.
      <Link to={`/w/${orgId}/jobs/${point.job_id}` as '/'} className={`${buttonStyles()} justify-self-start`}>
        Open job {point.job_id}, its run and its log
      </Link>
    );
  const result = published.data;
  const url = /https?:\/\/[^\s,;)]+/.exec(point.source)?.[0] ?? result?.source_url ?? null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {result != null && (
        <Link to={`/w/${result.org_id}/jobs/${result.job_id}` as '/'} className={buttonStyles()}>
          Open the published result
        </Link>
      )}
      {url !== null && (
        <a href={url} target="_blank" rel="noreferrer" className={buttonStyles({ variant: 'quiet' })}>
          Open where it is published
        </a>
      )}
      {result === null && url === null && (
        <p className="text-sm text-ink-2">
          Published by others: {point.source}. This installation holds no page of it.
        </p>
      )}
    </div>
  );
}
