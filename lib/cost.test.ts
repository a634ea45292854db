import { describe, expect, it } from 'vitest';
import { breakEvenMonths, HOURS_PER_MONTH, ownMonthlyUsd, usdPerMillionTokens } from './cost.ts';

describe('usdPerMillionTokens', () => {
  it('divides the price of an hour by its tokens', () => {
    // 3.6 million tokens an hour at $36: $10 a million; at half the use twice that.
    expect(usdPerMillionTokens(1_000, 36)).toBeCloseTo(10, 12);
    expect(usdPerMillionTokens(1_000, 36, 0.5)).toBeCloseTo(20, 12);
  });

  it('is null where something is missing, never zero', () => {
    expect(usdPerMillionTokens(null, 36)).toBeNull();
    expect(usdPerMillionTokens(1_000, null)).toBeNull();
    expect(usdPerMillionTokens(0, 36)).toBeNull();
    expect(usdPerMillionTokens(1_000, 36, 0)).toBeNull();
  });
});

describe('breakEvenMonths', () => {
  const CASE = {
    capexUsd: 30_000,
    powerKw: 1,
    usdPerKwh: 0.1,
    housingUsdPerKwMonth: 0,
    rentUsdPerHour: 2.1,
    utilisation: 1,
  };

  it('is the price over what a month saves', () => {
    expect(ownMonthlyUsd(CASE)).toBeCloseTo(0.1 * HOURS_PER_MONTH, 9);
    expect(breakEvenMonths(CASE)).toBeCloseTo(30_000 / (2 * HOURS_PER_MONTH), 9);
    // Rent and electricity fall with use alike, housing does not.
    expect(breakEvenMonths({ ...CASE, utilisation: 0.5 })).toBeCloseTo(30_000 / HOURS_PER_MONTH, 9);
  });

  it('never comes where running costs as much as renting', () => {
    expect(breakEvenMonths({ ...CASE, rentUsdPerHour: 0.1 })).toBeNull();
    expect(breakEvenMonths({ ...CASE, housingUsdPerKwMonth: 5_000 })).toBeNull();
  });
});
