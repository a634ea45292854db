import type { SolveContext, SolveOutcome, Solver } from './solve/solve-outcome.ts';

/** Answers kept; one has some hundred kilobytes. */
const MOST_KEPT = 64;

/**
 * A solver that remembers its last answers: the same question of the same workspace is asked again by reloads, by exports
 * and by the turns of a conversation. `keyOf` says what a context amounts to; null: not to be remembered.
 */
export function cachedSolver(solver: Solver, keyOf: (context: SolveContext) => string | null): Solver {
  const kept = new Map<string, SolveOutcome>();
  return {
    solve(request, context = {}) {
      const contextKey = keyOf(context);
      if (contextKey === null) return solver.solve(request, context);
      const key = `${contextKey}\n${JSON.stringify(request)}`;
      const known = kept.get(key);
      if (known !== undefined) {
        // Back to the end: the oldest unused goes first.
        kept.delete(key);
        kept.set(key, known);
        return known;
      }
      const outcome = solver.solve(request, context);
      if (kept.size >= MOST_KEPT) for (const oldest of [...kept.keys()].slice(0, 1)) kept.delete(oldest);
      kept.set(key, outcome);
      return outcome;
    },
  };
}
