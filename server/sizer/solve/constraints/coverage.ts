import { failure, type Constraint } from './constraint.ts';

/** Measured points or physics say something of the stack. */
export const coverageConstraint: Constraint = {
  name: 'coverage',
  check({ stack, uncovered }) {
    if (uncovered === null) return null;
    return failure(
      'coverage',
      null,
      null,
      null,
      `No figures for ${stack.model.model_name} on ${stack.gpu.gpu_display_name}: ${uncovered}.`,
    );
  },
};
