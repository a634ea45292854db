import type { SolveFeatures } from '#contract/sizer/solve-request.ts';
import { noViableDetailsSchema, trainingRequiredDetailsSchema } from '#contract/sizer/error-details.ts';
import { failures } from './figures.ts';

/** What a failed plan needs: the reason, and what to relax. Begins with "No plan:", which later turns recognise. */
export function failureMessage(
  code: string,
  message: string,
  details: unknown,
  features: SolveFeatures,
): string {
  const start = `No plan: ${message.replace(/\.?$/, '.')}`;
  if (code === 'NO_VIABLE_RECOMMENDATION') {
    const read = noViableDetailsSchema.safeParse(details);
    if (!read.success) return start;
    const parts = [start];
    const relaxation = read.data.smallest_relaxation;
    if (relaxation !== null)
      parts.push(`The smallest change that helps: ${relaxation.message.replace(/\.?$/, '.')}`);
    else parts.push(`Relax ${relaxable(features)}.`);
    for (const item of read.data.rejected.slice(0, 2))
      parts.push(`${item.gpu_display_name}: ${failures(item)}.`);
    return parts.join(' ');
  }
  if (code === 'TRAINING_REQUIRED') {
    const read = trainingRequiredDetailsSchema.safeParse(details);
    if (!read.success) return start;
    const steps = read.data.recovery
      .filter((step) => step.changes.length > 0 || step.solve_for !== null)
      .map((step) => `(${step.step}) ${step.message.replace(/\.$/, '')}`);
    const [closest] = read.data.closest_supported;
    return [
      start,
      closest === undefined
        ? ''
        : `Nearest that is covered: ${closest.display_model} in ${closest.precision} on ${closest.framework}, ${closest.gpu_model}.`,
      steps.length === 0 ? '' : `What helps, in this order: ${steps.join('; ')}.`,
    ]
      .filter((part) => part !== '')
      .join(' ');
  }
  return start;
}

function relaxable(features: SolveFeatures): string {
  const held = [
    features.budget_usd == null ? '' : 'the budget',
    features.max_latency_p99_ms == null && features.latency_slo == null ? '' : 'the latency limit',
    features.max_nodes == null ? '' : 'the node limit',
    features.allowed_gpu_models == null && features.allowed_vendors == null ? '' : 'the hardware filter',
  ].filter((part) => part !== '');
  return held.length === 0 ? 'the load or choose another precision' : held.join(', ');
}
