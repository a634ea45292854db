import { expect, it } from 'vitest';
import { gpu } from '../plain-predictor.test-data.ts';
import { budgetConstraint } from './budget.ts';
import { drafted } from './constraints.test-data.ts';

// One H100 node: 310,000 and a rack of 6,000; 4 GPUs of it draw 6.92 kW all-in: 6,061.92 + 3 % of 316,000 a year.
const OPEX = 6_061.92 + 9_480;

it.each([
  ['capex', 316_000],
  ['opex_annual', OPEX],
  ['tco', 316_000 + 3 * OPEX - 94_800],
] as const)('compares %s', (budget_basis, cost) => {
  const features = { conc: 8, budget_basis, horizon_years: 3, residual_pct: 30 };
  const within = drafted({ ...features, budget_usd: cost + 0.01 });
  expect(budgetConstraint.check(within.draft, within.question)).toBeNull();
  const over = drafted({ ...features, budget_usd: cost - 1 });
  expect(budgetConstraint.check(over.draft, over.question)).toMatchObject({
    actual: Math.ceil(cost - 1e-6),
    unit: 'USD',
  });
});

it('does not take an unknown price for a low one', () => {
  const rented = drafted({ conc: 8, budget_usd: 1e12 }, { gpu: gpu('trainium2'), precision: 'bf16' });
  expect(budgetConstraint.check(rented.draft, rented.question)).toMatchObject({ actual: null });
});
