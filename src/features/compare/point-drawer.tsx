import { Link } from '@tanstack/react-router';
import { formatMetric, METRICS } from '#contract/metrics.ts';
import type { CapacityEstimateRow } from '#contract/views/v-inferencex-outputs.ts';
import { Drawer } from '#src/components/ui/drawer.tsx';
import { KeyValue } from '#src/components/ui/facts.tsx';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import { exactTime } from '#src/components/ui/relative-time.tsx';
import { shapeWords } from '#src/components/results/shape-words.ts';
import { EXPERIENCES, YIELDS, withValues } from './compare-measures.ts';
import { gpuText } from './compare-sets.ts';
import { frameworkText, layoutText, optionsText } from '#src/components/results/traits.ts';

/** One estimate whole: what it was made with, its figures, where it comes from, and the way to its job and log. */
export function PointDrawer({ row, onClose }: { row: CapacityEstimateRow | undefined; onClose: () => void }) {
  return (
    <Drawer
      open={row !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={row === undefined ? 'Result' : `${row.model_code}, ${gpuText(row)}`}
    >
      {row !== undefined && <Facts row={row} />}
    </Drawer>
  );
}

function Facts({ row }: { row: CapacityEstimateRow }) {
  const { tokens_per_sec: mean, confidence_interval_lower: low, confidence_interval_upper: high } = row;
  const repeats = row.job_ids.length;
  return (
    <div className="grid grid-cols-1 gap-4 p-4">
      <KeyValue
        items={[
          { label: 'Provenance', value: <ProvenanceTag provenance={row.provenance} /> },
          { label: 'Model', value: row.model_code },
          { label: 'GPUs', value: gpuText(row) },
          { label: 'Framework', value: frameworkText(row) },
          { label: 'Precision', value: row.quantization_code },
          { label: 'Layout', value: layoutText(row.workload_options) },
          {
            label: 'Config',
            value: [row.server_hostname, row.config_code].filter((part) => part !== null).join(' / ') || null,
          },
          { label: 'Workload', value: shapeWords(row.workload_shape) },
          { label: 'Options', value: optionsText(row.workload_options) },
          { label: 'Concurrency', value: formatMetric('concurrency', row.concurrency) },
        ]}
      />
      <KeyValue
        items={[
          ...withValues([row], [...YIELDS, ...EXPERIENCES])
            .filter((key) => key !== 'concurrency')
            .map((key) => ({
              label: METRICS[key].label,
              value: `${formatMetric(key, row[key as keyof CapacityEstimateRow] as number)} ${METRICS[key].unit}`,
            })),
          {
            label: 'Output, 95 % interval',
            value:
              low === null || high === null
                ? `none: ${row.n === 1 ? 'one measurement' : 'too few repeats'}`
                : `${formatMetric('tokens_per_sec', low)} to ${formatMetric('tokens_per_sec', high)} tokens/s around ${formatMetric('tokens_per_sec', mean)}`,
          },
          { label: 'Repeats', value: `n = ${row.n}` },
        ]}
      />
      <KeyValue
        items={[
          {
            label: repeats === 1 ? 'Job' : 'Jobs',
            value: (
              <span className="flex flex-wrap gap-x-2">
                {row.job_ids.map((id) => (
                  <Link key={id} to={`/w/${row.org_id}/jobs/${id}` as '/'} className="text-accent">
                    {id === row.job_id ? `${row.job_name} (${id})` : String(id)}
                  </Link>
                ))}
              </span>
            ),
          },
          {
            label: 'Run',
            value: (
              <Link to={`/w/${row.org_id}/runs/${row.run_id}` as '/'} className="text-accent">
                {row.run_name}
              </Link>
            ),
          },
          { label: 'Source', value: row.citation },
          {
            label: 'Link',
            value:
              row.source_url === null || !/^https?:\/\//.test(row.source_url) ? null : (
                <a href={row.source_url} target="_blank" rel="noreferrer" className="break-all text-accent">
                  {row.source_url}
                </a>
              ),
          },
          { label: 'Measured', value: exactTime(Date.parse(row.created_at)) },
        ]}
      />
    </div>
  );
}
