import type { SolveFeatures } from '#contract/sizer/solve-request.ts';
import type { SolveResponse } from '#contract/sizer/solve-response.ts';
import type { FeatureKey } from '../read/change.ts';
import { describeFeature, featureName, isGiven } from '../dialogue/describe.ts';
import { hardware, money, speed, stack } from './figures.ts';

/** What changed, as one sentence; empty where nothing did. */
export function changesSentence(changed: readonly FeatureKey[], features: SolveFeatures): string {
  const shown = changed.filter(
    (key) => key !== 'sizing_goal' && !(key === 'budget_basis' && changed.includes('budget_usd')),
  );
  const set = shown.filter((key) => isGiven(features[key])).map((key) => describeFeature(key, features));
  const lifted = shown.filter((key) => !isGiven(features[key])).map((key) => `no ${featureName(key)}`);
  const parts = [...set, ...lifted];
  return parts.length === 0 ? '' : `Read: ${parts.join(', ')}.`;
}

/** The answer in a few sentences, every number from the response. */
export function planMessage(response: SolveResponse): string {
  const best = response.primary_recommendation;
  if (best === null) {
    const fit = response.fit_check;
    if (fit !== null) {
      const [least] = fit.minimum_hardware;
      return fit.fits && least !== undefined
        ? `${fit.model_name} in ${fit.precision} fits in ${least.gpus} × ${least.gpu_display_name} at the least.`
        : `${fit.model_name} in ${fit.precision} fits in none of the allowed hardware.`;
    }
    return response.warnings[0] ?? 'There is no recommendation in this answer.';
  }
  const lines = [
    `${hardware(best)} for ${stack(best)}: ${speed(best)}; ${money(best)}.`,
    `Confidence ${best.confidence.replace('_', ' ')}: ${best.confidence_reason.replace(/\.$/, '')}.`,
  ];
  const others = response.recommendations
    .filter((row) => row.candidate_id !== best.candidate_id && row.gpu_model !== best.gpu_model)
    .filter((row, index, all) => all.findIndex((other) => other.gpu_model === row.gpu_model) === index)
    .slice(0, 2)
    .map(
      (row) =>
        `${row.gpus_needed} × ${row.gpu_display_name}${row.capex_usd === null ? '' : ` (${money(row).split(' (')[0] ?? ''})`}`,
    );
  if (others.length > 0) lines.push(`Next: ${others.join(', ')}.`);
  const rejected = [...new Set(response.rejected.map((item) => item.gpu_model))];
  if (rejected.length > 0) {
    lines.push(
      `${rejected.length} GPU ${rejected.length === 1 ? 'model does' : 'models do'} not pass; ask why for any of them.`,
    );
  }
  return lines.join(' ');
}
