import { formatMetric, METRICS, type MetricKey } from '#contract/metrics.ts';
import { countsText } from './cell-text.ts';
import { isLogScale, type JobMatrix } from './job-matrix.ts';
import { shadeColour } from './matrix-shade.ts';

interface MatrixLegendProps {
  matrix: JobMatrix;
  metric: MetricKey | null;
  isWhole: boolean;
  notes: readonly string[];
}

/** What there is and is not, and what the shade means. */
export function MatrixLegend({ matrix: { counts, extent }, metric, isWhole, notes }: MatrixLegendProps) {
  return (
    <div className="flex min-h-8.5 max-sm:min-h-17 flex-wrap items-center gap-x-4 gap-y-0.5 border-t border-line px-3 py-1 text-xs text-ink-3">
      <span>{[countsText(isWhole ? counts : { ...counts, gaps: 0 }), ...notes].join('; ')}</span>
      {metric !== null && extent !== null && extent[1] > extent[0] && (
        <span className="inline-flex items-center gap-1.5 sm:ml-auto">
          {formatMetric(metric, extent[0])}
          <span
            aria-hidden
            className="inline-block h-3 w-16 rounded-sm border border-line forced-colors:hidden"
            style={{ background: `linear-gradient(to right, ${shadeColour(0)}, ${shadeColour(1)})` }}
          />
          <span className="hidden forced-colors:inline">to</span>
          {formatMetric(metric, extent[1])} {METRICS[metric].unit}
          {isLogScale(extent) && ', logarithmic'}
          {METRICS[metric].better !== 'none' && `, ${METRICS[metric].better} is better`}
        </span>
      )}
    </div>
  );
}
