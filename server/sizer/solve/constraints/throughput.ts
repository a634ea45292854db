import { failure, say, type Constraint } from './constraint.ts';

/** The deployment gives the target, at the end of the horizon. Only a fixed number of GPUs can miss it. */
export const throughputConstraint: Constraint = {
  name: 'throughput',
  check({ plan, stack }, { load }) {
    if (plan === null || load.tokensPerSec === null) return null;
    if (plan.tokensPerSec >= load.tokensPerSec * (1 - 1e-6)) return null;
    return failure(
      'throughput',
      Math.round(load.tokensPerSec),
      Math.floor(plan.tokensPerSec),
      'tokens/s',
      `${plan.totalGpus} × ${stack.gpu.gpu_display_name} give ${say(plan.tokensPerSec)} tokens/s within the limits; the target is ${say(load.tokensPerSec)}.`,
    );
  },
};
