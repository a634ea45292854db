import { describe, expect, it } from 'vitest';
import { cachedSolver } from './cached-solver.ts';
import type { SolveContext, SolveOutcome } from './solve/solve-outcome.ts';

const nothing: SolveOutcome = {
  status: 'completed',
  plan_type: null,
  primary_recommendation: null,
  recommendations: [],
  rejected: [],
  fit_check: null,
  evaluated_profile: null,
  scalar_results: {},
  warnings: [],
  assumptions: [],
  clarification: null,
  model_version: 'v1',
};

function counting(keyOf: (context: SolveContext) => string | null) {
  const calls: unknown[] = [];
  const solver = cachedSolver(
    {
      solve(request) {
        calls.push(request);
        return nothing;
      },
    },
    keyOf,
  );
  return { calls, solver };
}

describe('cached solver', () => {
  it('works out the same question of the same workspace once', () => {
    const { calls, solver } = counting((context) => `rate ${context.usdPerKwh ?? 'default'}`);
    solver.solve({ conc: 1 }, {});
    solver.solve({ conc: 1 }, {});
    solver.solve({ conc: 2 }, {});
    solver.solve({ conc: 1 }, { usdPerKwh: 0.2 });
    expect(calls).toEqual([{ conc: 1 }, { conc: 2 }, { conc: 1 }]);
  });

  it('remembers nothing without a key', () => {
    const { calls, solver } = counting(() => null);
    solver.solve({ conc: 1 }, {});
    solver.solve({ conc: 1 }, {});
    expect(calls).toHaveLength(2);
  });

  it('lets the question go that was not asked for the longest time', () => {
    const { calls, solver } = counting(() => 'x');
    for (let conc = 0; conc < 64; conc += 1) solver.solve({ conc });
    solver.solve({ conc: 0 });
    solver.solve({ conc: 64 });
    calls.length = 0;
    solver.solve({ conc: 0 });
    expect(calls).toEqual([]);
    solver.solve({ conc: 1 });
    expect(calls).toEqual([{ conc: 1 }]);
  });
});
