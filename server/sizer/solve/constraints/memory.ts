import { failure, type Constraint } from './constraint.ts';

/** Weights, overheads and at least one sequence fit the memory of each GPU. */
export const memoryConstraint: Constraint = {
  name: 'memory',
  check({ memory }) {
    if (memory === null || memory.fit !== 'no') return null;
    const { usable_gb, used_gb } = memory.memory;
    return failure('memory', usable_gb, used_gb, 'GB/GPU', memory.message);
  },
};
