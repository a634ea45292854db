import type { GpuPricesRow } from '#contract/views/v-gpu-prices.ts';
import type { Figure } from '#lib/compare/difference.ts';
import { usdPerMillionTokens } from '#lib/cost.ts';
import { scaledFigure } from '#src/components/results/scaled-figure.ts';
import { deploymentsOf, type Deployment, type Estimate } from '#src/components/results/deployments.ts';
import type { Tokens } from './cost-search.ts';

/** The price of an hour of one GPU, and where it comes from. */
export interface GpuPrice {
  readonly usd: number;
  /** "yours", or the basis and its source. */
  readonly source: string;
  readonly isOwn: boolean;
  readonly isGuess: boolean;
}

/** The price of each GPU on a basis; the person's own goes before it. */
export function pricesOf(
  rows: readonly GpuPricesRow[],
  basis: string,
  own: ReadonlyMap<string, number>,
): Map<string, GpuPrice> {
  const prices = new Map<string, GpuPrice>();
  for (const row of rows)
    if (row.gpu_model !== null && row.price_basis === basis)
      prices.set(row.gpu_model, {
        usd: row.usd_per_gpu_hour,
        source: [row.basis_name, row.price_source, row.price_as_of]
          .filter((part) => part !== null)
          .join(', '),
        isOwn: false,
        isGuess: row.is_guess,
      });
  for (const [gpu, usd] of own) prices.set(gpu, { usd, source: 'your price', isOwn: true, isGuess: false });
  return prices;
}

/** One deployment at the load at which its tokens are cheapest. */
export interface CostRow {
  readonly deployment: Deployment;
  readonly estimate: Estimate;
  readonly price: GpuPrice | null;
  readonly usdPerHour: number | null;
  /** USD a million tokens of the kind asked for. */
  readonly usdPerMillion: number | null;
  /** The same with its interval, from that of throughput. */
  readonly cost: Figure | null;
}

/** Tokens a second of a kind; null where the estimate does not say. */
function rateOf(row: Estimate, tokens: Tokens): number | null {
  if (tokens === 'output') return row.tokens_per_sec;
  if (tokens === 'total' || row.total_tokens_per_sec === null) return row.total_tokens_per_sec;
  const input = row.total_tokens_per_sec - row.tokens_per_sec;
  return input > 0 ? input : null;
}

export interface CostQuestion {
  readonly tokens: Tokens;
  /** 0 to 1. */
  readonly utilisation: number;
  /** Least tokens a second of one user; null: any. */
  readonly user: number | null;
}

/** What an estimate's tokens cost at a price; nulls where the rate or the price is missing. */
export function costOf(row: Estimate, price: GpuPrice | null, { tokens, utilisation }: CostQuestion) {
  const usdPerHour = price === null || row.gpu_count === null ? null : price.usd * row.gpu_count;
  const rate = rateOf(row, tokens);
  const usdPerMillion = usdPerMillionTokens(rate, usdPerHour, utilisation);
  return { usdPerHour, usdPerMillion, cost: scaledFigure(usdPerMillion, -1, row) };
}

/** Deployments by what their tokens cost at their cheapest load that keeps the limit, cheapest first; those without a cost last. */
export function costRows(
  rows: readonly Estimate[],
  prices: ReadonlyMap<string, GpuPrice>,
  question: CostQuestion,
): CostRow[] {
  const found = deploymentsOf(rows).flatMap((deployment): CostRow[] => {
    const candidates = deployment.rows
      .filter((row) => question.user === null || (row.tokens_per_sec_per_user ?? -Infinity) >= question.user)
      .map((estimate): CostRow => {
        const price = estimate.gpu_model === null ? null : (prices.get(estimate.gpu_model) ?? null);
        return { deployment, estimate, price, ...costOf(estimate, price, question) };
      });
    const [best] = candidates.sort(byCost);
    return best === undefined ? [] : [best];
  });
  return found.sort((a, b) => byCost(a, b) || a.deployment.name.localeCompare(b.deployment.name));
}

const byCost = (a: CostRow, b: CostRow): number =>
  (a.usdPerMillion ?? Infinity) - (b.usdPerMillion ?? Infinity);

/** What an hour of one GPU of a row may cost for its tokens to cost what those of the cheapest do, USD; null where either has no cost. */
export function evenPrice(row: CostRow, cheapest: CostRow | undefined): number | null {
  if (row.price === null || !row.usdPerMillion || cheapest?.usdPerMillion == null) return null;
  return (row.price.usd * cheapest.usdPerMillion) / row.usdPerMillion;
}

const CENTS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A price of a GPU hour: "$2.10". */
export const usdText = (usd: number): string => `$${CENTS.format(usd)}`;
