import { gpusOfStack } from '../stack.ts';
import { failure, type Constraint } from './constraint.ts';

/** The number of GPUs asked for is a whole number of replicas. */
export const hardwareConstraint: Constraint = {
  name: 'hardware',
  check({ stack }, { fixed }) {
    if (fixed.totalGpus === null) return null;
    const needed = gpusOfStack(stack);
    if (fixed.totalGpus % needed === 0) return null;
    const name = stack.gpu.gpu_display_name;
    return failure(
      'hardware',
      fixed.totalGpus,
      needed,
      'GPUs',
      fixed.totalGpus < needed
        ? `One replica takes ${needed} × ${name}; gpu_count is ${fixed.totalGpus}.`
        : `Replicas of ${needed} × ${name} do not divide gpu_count ${fixed.totalGpus}.`,
    );
  },
};
