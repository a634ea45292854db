import type { ChartSeries } from '#lib/charts/chart-spec.ts';
import { seriesStyles } from '#lib/charts/series-style.ts';
import { seriesNames } from '#src/components/results/estimate-series.ts';
import { usdText, type CostRow } from './cost-rows.ts';

const USES = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100] as const;
/** Points of a line over the price: it is straight, but read by its points. */
const PRICE_STEPS = 20;

/**
 * The deployments to draw, cheapest first as the rows are: the best of each GPU, which is what use and price tell apart; where there is one GPU
 * only, its cheapest. What has no cost is left out.
 */
export function drawnOf(rows: readonly CostRow[], most: number): { drawn: CostRow[]; isOfEach: boolean } {
  const priced = rows.filter(({ usdPerMillion }) => usdPerMillion !== null);
  const best = new Map<string, CostRow>();
  for (const row of priced) {
    const key = JSON.stringify([row.estimate.gpu_model, row.estimate.provenance]);
    if (!best.has(key)) best.set(key, row);
  }
  const isOfEach = best.size > 1;
  return { drawn: (isOfEach ? [...best.values()] : priced).slice(0, most), isOfEach };
}

/** The highest price of the axis, USD a GPU hour: half as much again as the dearest GPU here, in whole steps. */
export function priceAxisEnd(rows: readonly CostRow[]): number {
  const dearest = Math.max(0, ...rows.map(({ price }) => price?.usd ?? 0));
  return Math.max(1, Math.ceil(dearest * 1.5));
}

/** What tokens cost as the hardware is used less: an idle hour costs as much as a busy one. `use` is the per cent that the rows are counted at. */
export function overUse(rows: readonly CostRow[], use: number): ChartSeries[] {
  return seriesOf(rows, (usdPerMillion) =>
    USES.map((step) => ({ x: step, y: (usdPerMillion * use) / step, label: `${step} % use` })),
  );
}

/**
 * What tokens cost as the price of a GPU hour changes, all deployments over the same prices: level with one another is where they cost the same.
 * Each line has a point at its own price, and says it in its name.
 */
export function overPrice(rows: readonly CostRow[]): ChartSeries[] {
  const end = priceAxisEnd(rows);
  return seriesOf(
    rows,
    (usdPerMillion, price) => {
      const steps = Array.from({ length: PRICE_STEPS }, (_, index) => (end * (index + 1)) / PRICE_STEPS);
      return [...new Set([...steps, price])]
        .sort((a, b) => a - b)
        .map((usd) => ({
          x: usd,
          y: (usdPerMillion * usd) / price,
          label: `${usdText(usd)} a GPU hour${usd === price ? ', its price here' : ''}`,
        }));
    },
    (name, price) => `${name}, now ${usdText(price)}`,
  );
}

function seriesOf(
  rows: readonly CostRow[],
  pointsOf: (usdPerMillion: number, price: number) => ChartSeries['points'],
  nameOf: (name: string, price: number) => string = (name) => name,
): ChartSeries[] {
  const styles = seriesStyles(
    rows.map(({ deployment, estimate }) => ({
      id: deployment.id,
      vendor: estimate.gpu_vendor,
      architecture: estimate.gpu_architecture,
    })),
  );
  const names = seriesNames(rows.map(({ deployment }) => deployment));
  return rows.flatMap(({ deployment, usdPerMillion, price }, index) => {
    const style = styles.get(deployment.id);
    if (style === undefined || usdPerMillion === null || price === null) return [];
    return [
      {
        id: deployment.id,
        name: nameOf(names[index] ?? deployment.name, price.usd),
        style,
        points: pointsOf(usdPerMillion, price.usd),
      },
    ];
  });
}
