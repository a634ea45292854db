import type { BudgetBasis } from '#contract/sizer/codes.ts';
import type { FleetCost } from '../fleet-cost.ts';
import { failure, say, type Constraint } from './constraint.ts';

/** The cost that a basis compares; null where a price is missing. USD. */
export function costOn(
  basis: BudgetBasis,
  cost: Pick<FleetCost, 'capexUsd' | 'opexAnnualUsd' | 'tcoUsd'>,
): number | null {
  return { capex: cost.capexUsd, opex_annual: cost.opexAnnualUsd, tco: cost.tcoUsd }[basis];
}

/** Words for a basis. */
export const BASIS_LABELS: Readonly<Record<BudgetBasis, string>> = {
  capex: 'capex',
  opex_annual: 'annual opex',
  tco: 'TCO',
};

/** The cost on the asked basis stays within the budget; what has no price cannot be shown to. */
export const budgetConstraint: Constraint = {
  name: 'budget',
  check({ stack, plan }, { limits, finance }) {
    if (plan === null || limits.budgetUsd === null) return null;
    const actual = costOn(limits.budgetBasis, plan.cost);
    const label = BASIS_LABELS[limits.budgetBasis];
    if (actual === null) {
      return failure(
        'budget',
        limits.budgetUsd,
        null,
        'USD',
        `No ${label} is known for ${stack.gpu.gpu_display_name} (a price is missing, or it is only rented), so the budget of ${say(limits.budgetUsd)} USD cannot be checked.`,
      );
    }
    if (actual <= limits.budgetUsd) return null;
    const over = limits.budgetBasis === 'tco' ? ` over ${finance.horizonYears} years` : '';
    return failure(
      'budget',
      limits.budgetUsd,
      Math.ceil(actual),
      'USD',
      `${plan.totalGpus} × ${stack.gpu.gpu_display_name} cost ${say(actual)} USD ${label}${over}; the budget is ${say(limits.budgetUsd)} USD.`,
    );
  },
};
