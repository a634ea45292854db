import { frameworkOnGpu } from '../../model/precision.ts';
import { failure, type Constraint } from './constraint.ts';

/** The framework runs on the accelerator. */
export const frameworkConstraint: Constraint = {
  name: 'framework',
  check({ stack }) {
    const { runs, reason } = frameworkOnGpu(stack.framework, stack.gpu);
    if (runs) return null;
    return failure(
      'framework',
      stack.framework,
      stack.gpu.vendor,
      null,
      `${reason ?? `${stack.framework} does not run there`}: ${stack.gpu.gpu_display_name} is out for ${stack.framework}.`,
    );
  },
};
