import { Link } from '@tanstack/react-router';
import type { KnownIssues } from '#src/api/known-issues.ts';
import { METRICS, type MetricKey } from '#contract/metrics.ts';
import { figureColumns, fileColumns, notesColumn } from '#src/components/results/estimate-columns.tsx';
import { metricValueColumn } from '#src/components/results/metric-value-column.tsx';
import {
  numberColumn,
  textColumn,
  timeColumn,
  type DataColumn,
} from '#src/components/table/data-columns.tsx';
import { Badge } from '#src/components/ui/badge.tsx';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import { evenPrice, usdText, type CostRow } from './cost-rows.ts';
import { type Tokens } from './cost-search.ts';

const METRIC_OF = {
  output: 'usd_per_million_tokens',
  input: 'usd_per_million_input_tokens',
  total: 'usd_per_million_total_tokens',
} as const satisfies Record<Tokens, MetricKey>;

/** The metric that the page counts, by the tokens it counts. */
export const costMetric = (tokens: Tokens): MetricKey => METRIC_OF[tokens];

interface CostColumnsInput {
  tokens: Tokens;
  cheapest: CostRow | undefined;
  nowMs: number;
  issues: KnownIssues;
}

export function costColumns({
  tokens,
  cheapest,
  nowMs,
  issues,
}: CostColumnsInput): readonly DataColumn<CostRow>[] {
  const metric = costMetric(tokens);
  return [
    textColumn('deployment', 'Deployment', (row) => row.deployment.name, {
      width: 290,
      cell: (row) => (
        <Link
          to="/w/$orgId/jobs/$jobId"
          params={{ orgId: row.estimate.org_id, jobId: String(row.estimate.job_id) }}
          title={row.deployment.name}
          className="font-medium text-ink"
        >
          {row.deployment.name}
        </Link>
      ),
    }),
    ...figureColumns<CostRow>(metric, (row) => row.cost, {
      id: metric,
      width: 200,
      isMarked: true,
      description: `${METRICS[metric].label} at the price and the use chosen here, lower is better`,
    }),
    metricValueColumn<CostRow>('usd_per_hour', (row) => row.usdPerHour),
    textColumn('price', 'Price', (row) => (row.price === null ? null : row.price.source), {
      width: 220,
      cell: (row) =>
        row.price === null ? (
          <Badge tone="warn">no price known</Badge>
        ) : (
          <span title={row.price.source}>
            {usdText(row.price.usd)} a GPU hour{' '}
            {row.price.isOwn ? (
              <Badge tone="accent">yours</Badge>
            ) : row.price.isGuess ? (
              <Badge tone="warn">guess</Badge>
            ) : null}
          </span>
        ),
    }),
    numberColumn('even_price', 'Even at', (row) => evenPrice(row, cheapest), {
      width: 130,
      description: 'USD a GPU hour at which its tokens would cost what those of the cheapest deployment do',
      cell: (row) => {
        const even = evenPrice(row, cheapest);
        return even === null ? NO_VALUE : row === cheapest ? 'cheapest' : usdText(even);
      },
    }),
    metricValueColumn<CostRow>('tokens_per_sec', (row) => row.estimate.tokens_per_sec),
    metricValueColumn<CostRow>('tokens_per_sec_per_user', (row) => row.estimate.tokens_per_sec_per_user),
    numberColumn('concurrency', 'Concurrency', (row) => row.estimate.concurrency, { width: 110 }),
    numberColumn('n', 'n', (row) => row.estimate.n, { width: 56, description: 'Repeats behind the figure' }),
    textColumn('provenance', 'Provenance', (row) => row.estimate.provenance, {
      width: 105,
      cell: (row) => <ProvenanceTag provenance={row.estimate.provenance} />,
    }),
    notesColumn<CostRow>(nowMs, issues),
    timeColumn('created_at', 'Measured', (row) => row.estimate.created_at, { width: 110 }),
    ...fileColumns<CostRow>(),
  ];
}
