import type { ConstraintFailure } from '#contract/sizer/solve-response.ts';
import type { Question } from '../question.ts';
import { budgetConstraint } from './budget.ts';
import type { Constraint, Draft } from './constraint.ts';
import { contextConstraint } from './context.ts';
import { coverageConstraint } from './coverage.ts';
import { frameworkConstraint } from './framework.ts';
import { hardwareConstraint } from './hardware.ts';
import { inventoryConstraint } from './inventory.ts';
import { latencyConstraint } from './latency.ts';
import { memoryConstraint } from './memory.ts';
import { nodesConstraint } from './nodes.ts';
import { parallelismConstraint } from './parallelism.ts';
import { precisionConstraint } from './precision.ts';
import { throughputConstraint } from './throughput.ts';

/** Checked before a stack is sized: with one of these failing there is nothing to size. */
export const STACK_CONSTRAINTS: readonly Constraint[] = [
  frameworkConstraint,
  precisionConstraint,
  contextConstraint,
  parallelismConstraint,
  memoryConstraint,
  hardwareConstraint,
  coverageConstraint,
];

/** Checked on the sized plan. */
export const PLAN_CONSTRAINTS: readonly Constraint[] = [
  latencyConstraint,
  throughputConstraint,
  inventoryConstraint,
  nodesConstraint,
  budgetConstraint,
];

/** All of them, in order. */
export const CONSTRAINTS: readonly Constraint[] = [...STACK_CONSTRAINTS, ...PLAN_CONSTRAINTS];

/** Every failure of a list of constraints, in its order. */
export function failuresOf(
  constraints: readonly Constraint[],
  draft: Draft,
  question: Question,
): ConstraintFailure[] {
  const failures: ConstraintFailure[] = [];
  for (const constraint of constraints) {
    const found = constraint.check(draft, question);
    if (found !== null) failures.push(found);
  }
  return failures;
}
