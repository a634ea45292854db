import type { ConstraintFailure } from '#contract/sizer/solve-response.ts';
import type { MemoryAnswer } from '../../model/memory.ts';
import type { Plan } from '../plan.ts';
import type { Question } from '../question.ts';
import type { Stack } from '../stack.ts';

/** A stack on its way to a verdict. */
export interface Draft {
  readonly stack: Stack;
  /** Null: the model does not exist in that precision. */
  readonly memory: MemoryAnswer | null;
  /** Why the split is not valid; empty: it is. */
  readonly splitFaults: readonly string[];
  /** Why neither data nor physics carries it; null: something does. */
  readonly uncovered: string | null;
  /** Null: not sized, because something before it failed. */
  readonly plan: Plan | null;
}

/** One reason to reject: null while it holds. Checks what it needs and passes where the draft does not say. */
export interface Constraint {
  readonly name: string;
  check(draft: Draft, question: Question): ConstraintFailure | null;
}

/** A failure with its limit, what it is instead, and one sentence. */
export function failure(
  constraint: string,
  limit: number | string | null,
  actual: number | string | null,
  unit: string | null,
  message: string,
): ConstraintFailure {
  return { constraint, limit, actual, unit, message };
}

// Made once: making one takes longer than a hundred uses.
const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** A number for people: thousands separated, three significant digits below a hundred. */
export function say(value: number): string {
  if (Math.abs(value) >= 100) return WHOLE.format(Math.round(value));
  return String(Number(value.toPrecision(3)));
}
