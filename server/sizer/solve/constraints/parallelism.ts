import { describeParallelism } from '../stack.ts';
import { failure, type Constraint } from './constraint.ts';

/** The split of the model over GPUs is one that engines accept. */
export const parallelismConstraint: Constraint = {
  name: 'parallelism',
  check({ stack, splitFaults }) {
    const [fault] = splitFaults;
    if (fault === undefined) return null;
    const split = describeParallelism(stack.parallelism);
    return failure('parallelism', null, split, null, `${split} is not possible: ${splitFaults.join('; ')}.`);
  },
};
