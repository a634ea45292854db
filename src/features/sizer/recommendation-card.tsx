import { Link } from '@tanstack/react-router';
import { formatMetric, METRICS } from '#contract/metrics.ts';
import type { NearestPoint, Recommendation } from '#contract/sizer/solve-response.ts';
import { grouped } from '#lib/grouped.ts';
import { Badge } from '#src/components/ui/badge.tsx';
import { CopyButton } from '#src/components/ui/copy-button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { Figures, KeyValue } from '#src/components/ui/facts.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import {
  CONFIDENCE_TONES,
  CONFIDENCE_WORDS,
  FIGURES,
  figureOf,
  formatKw,
  formatShare,
  formatUsd,
  intervalText,
  makeUpText,
} from './answer-format.ts';
import { MemoryParts } from './memory-parts.tsx';
import { sizerSearch } from './sizer-search.ts';

interface RecommendationCardProps {
  row: Recommendation;
  isPrimary: boolean;
  actions: React.ReactNode;
}

/** One recommendation whole: what it is made of, how fast, what it costs, how sure, and what the figures lean on. */
export function RecommendationCard({ row, isPrimary, actions }: RecommendationCardProps) {
  return (
    <Panel
      title={isPrimary ? 'Recommended' : `Recommendation ${row.rank}`}
      note="estimates; intervals hold 80 % of such figures"
      actions={actions}
    >
      <div className="grid gap-3 p-3">
        <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
          <div className="min-w-0 flex-1 basis-80">
            <p className="text-xl font-semibold">
              {grouped(row.gpus_needed)} × {row.gpu_display_name}
            </p>
            <p className="text-sm text-ink-2">
              {makeUpText(row)} = {counted(row.gpus_needed, 'GPU')} on {counted(row.nodes_needed, 'node')},{' '}
              {row.gpus_per_node} GPUs a node
            </p>
            <p className="text-sm text-ink-3">
              {row.model_name}, {row.framework}, {row.precision}, KV cache {row.kv_precision}
              {row.spec_method !== 'none' && `, drafts by ${row.spec_method}`}
              {row.mode === 'disaggregated' && ', prefill and decode apart'}
            </p>
          </div>
          <div className="flex flex-wrap gap-1">
            <Badge tone={CONFIDENCE_TONES[row.confidence]}>{CONFIDENCE_WORDS[row.confidence]}</Badge>
            {row.experimental && <Badge tone="warn">experimental</Badge>}
            {!row.pricing_complete && <Badge tone="warn">prices indicative</Badge>}
          </div>
        </div>
        {row.fleet.length > 0 && (
          <KeyValue
            items={row.fleet.map((part) => ({
              label: `${part.gpus} × ${part.gpu_model}`,
              value: `${counted(part.replicas, 'replica')} on ${counted(part.nodes, 'node')}, ${formatShare(part.share_of_load)} of the load`,
            }))}
          />
        )}
      </div>
      <div className="border-y border-line">
        <Figures
          items={FIGURES.map((figure) => {
            const { label, unit } = METRICS[figure.metric];
            const interval = intervalText(row, figure);
            const value = figureOf(row, figure);
            return {
              label: `${label} (${unit})`,
              value: formatMetric(figure.metric, value),
              detail: interval ?? 'no interval',
              title: value === null ? undefined : `${value} ${unit}`,
            };
          })}
        />
      </div>
      <div className="border-b border-line">
        <Figures
          items={[
            { label: 'Purchase, capex', value: formatUsd(row.capex_usd) },
            { label: 'A year of running, opex', value: formatUsd(row.opex_annual_usd) },
            { label: `All over ${counted(row.horizon_years, 'year')}, TCO`, value: formatUsd(row.tco_usd) },
            { label: 'Per million output tokens', value: formatUsd(row.usd_per_million_tokens) },
            {
              label: 'Power (kW)',
              value: formatKw(row.power_w),
              detail: row.cooling_w === null ? undefined : `cooling ${formatKw(row.cooling_w)}`,
              title: row.power_w === null ? undefined : `${row.power_w} W`,
            },
          ]}
        />
      </div>
      <div className="grid gap-x-6 gap-y-4 p-3 xl:grid-cols-2">
        <div className="grid content-start gap-3">
          <h3 className="text-sm font-medium">Memory of one GPU (GB)</h3>
          <MemoryParts memory={row.memory} />
          <KeyValue
            items={[
              {
                label: 'What binds first',
                value: `${row.binding_constraint.constraint}: ${row.binding_constraint.message}`,
              },
              {
                label: 'Load',
                value: `${formatShare(row.utilization)} of what it carries within the limits`,
              },
              {
                label: 'In flight per replica',
                value: `${grouped(row.concurrency_per_replica)} of at most ${grouped(row.max_concurrency_per_replica)}`,
              },
              {
                label: 'KV cache holds',
                value: `${grouped(row.memory.kv_capacity_tokens)} tokens, ${counted(row.memory.kv_capacity_sequences, 'sequence')} a replica`,
              },
            ]}
          />
        </div>
        <div className="grid content-start gap-2">
          <h3 className="text-sm font-medium">How sure</h3>
          <p className="text-sm text-ink-2">
            {CONFIDENCE_WORDS[row.confidence]}: {row.confidence_reason}
          </p>
          <h3 className="text-sm font-medium">Measured points near</h3>
          <NearestPoints points={row.nearest_points} />
        </div>
      </div>
      {(row.launch_command !== null || row.deployment_notes.length > 0) && (
        <details className="border-t border-line px-3 py-2 text-sm">
          <summary className="min-h-6 cursor-pointer font-medium">Launch</summary>
          {row.launch_command !== null && (
            <div className="mt-2 flex items-start gap-1">
              <pre
                tabIndex={0}
                role="group"
                aria-label="Launch command"
                className="min-w-0 flex-1 overflow-x-auto rounded bg-raised p-2 font-mono text-xs"
              >
                {row.launch_command}
              </pre>
              <CopyButton text={row.launch_command} label="Copy the launch command" />
            </div>
          )}
          <ul className="mt-2 grid list-disc gap-1 pl-5 text-ink-2">
            {row.deployment_notes.map((note, index) => (
              <li key={index}>{note}</li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}

/** What the figures lean on; each opens beside the page, with its source. */
export function NearestPoints({ points }: { points: readonly NearestPoint[] }) {
  if (points.length === 0)
    return <p className="text-sm text-ink-2">No measurement near: the figures stand on physics alone.</p>;
  return (
    <ul className="grid gap-1 text-sm">
      {points.map((point) => (
        <li key={point.point_id} className="flex flex-wrap items-baseline gap-x-2">
          <Link
            to="."
            search={(before: Record<string, unknown>) => ({
              ...before,
              ...sizerSearch.write({ point: point.point_id }),
            })}
            resetScroll={false}
            className="text-accent"
          >
            {point.gpus} × {point.gpu_model}, {point.framework} {point.precision}, {point.isl}/{point.osl},{' '}
            {point.concurrency} in flight
          </Link>
          <ProvenanceTag provenance={point.provenance} />
          <span className="text-xs text-ink-3">similarity {point.similarity.toFixed(2)}</span>
        </li>
      ))}
    </ul>
  );
}
