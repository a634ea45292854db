import type { Recommendation } from '#contract/sizer/solve-response.ts';
import { P99_CAVEAT } from '../model/percentiles.ts';
import type { Question } from './question.ts';

/** What a reader of the rows must know: prices that are missing or guesses, thin evidence, demand that cannot be met as put. */
export function warningsOf(rows: readonly Recommendation[], question: Question): string[] {
  const warnings: string[] = [];
  const incomplete = rows.filter((row) => !row.pricing_complete);
  const missing = rows.filter((row) => row.capex_usd === null);
  const names = (list: readonly Recommendation[]) => {
    const models = [...new Set(list.map((row) => row.gpu_model))];
    return models.length <= 6
      ? models.join(', ')
      : `${models.slice(0, 5).join(', ')} and ${models.length - 5} more`;
  };
  if (missing.length > 0)
    warnings.push(`No purchase price is known for ${names(missing)}: capex is left out, not zero.`);
  if (incomplete.length > 0) {
    warnings.push(
      `Prices of ${names(incomplete)} are indicative: some are guesses or missing. Set your own under prices.`,
    );
  }
  const [primary] = rows;
  if (primary === undefined) return warnings;
  if (primary.confidence === 'low' || primary.confidence === 'very_low') {
    warnings.push(
      `Confidence in the recommended row is ${primary.confidence.replace('_', ' ')}: ${primary.confidence_reason}.`,
    );
  }
  if (primary.experimental)
    warnings.push('Disaggregated serving is experimental: few measured points stand behind it.');
  const asked = question.load.concurrency;
  const inFlight = primary.concurrency_per_replica * primary.replicas;
  if (asked !== null && question.load.tokensPerSec !== null && inFlight > asked + primary.replicas) {
    warnings.push(
      `${asked} requests in flight cannot give the throughput asked for: it needs about ${inFlight} in flight, and the plan carries them.`,
    );
  }
  return warnings;
}

/** What every plan takes for granted. */
export function standingAssumptions(question: Question): string[] {
  const { finance } = question;
  const site =
    finance.coloUsdPerKwMonth === null
      ? `electricity at ${finance.usdPerKwh} USD/kWh on all-in power`
      : `colocation at ${finance.coloUsdPerKwMonth} USD per kW and month, electricity included`;
  return [
    ...(question.precision === null
      ? [
          'Precision not given: the released one and published ones that the GPU computes in were tried. Fewer bits may cost answer quality.',
        ]
      : []),
    'Replicas are loaded to at most 80 % of what they could carry within the limits.',
    `Annual opex is ${site} and 3 % of capex for support; over ${finance.horizonYears} ${finance.horizonYears === 1 ? 'year' : 'years'} the hardware keeps ${Math.round(finance.residualPct)} % of its price.`,
    P99_CAVEAT,
  ];
}
