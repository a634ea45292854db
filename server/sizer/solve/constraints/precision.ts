import { planOnGpu, precisionPlan } from '../../model/precision.ts';
import { failure, type Constraint } from './constraint.ts';

/** The model exists in the precision, and the accelerator can compute with it. */
export const precisionConstraint: Constraint = {
  name: 'precision',
  check({ stack }) {
    const plan = precisionPlan(stack.model, stack.precision, stack.gpu.vendor);
    if (plan === null) {
      return failure(
        'precision',
        stack.precision,
        stack.model.native_precision,
        null,
        `${stack.model.model_name} is released as ${stack.model.native_precision}; there is no ${stack.precision} version of it.`,
      );
    }
    const on = planOnGpu(plan, stack.gpu);
    if (on.support !== 'none') return null;
    return failure('precision', stack.precision, 'not supported', null, `${on.reason}.`);
  },
};
