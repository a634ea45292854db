import { describe, expect, it } from 'vitest';
import { energyUsdPerYear, growthFactor, residualPct, totalCost, usdPerMillionTokens } from './money.ts';

describe('money', () => {
  it('TCO = capex + years · opex − residual · capex', () => {
    expect(totalCost(100_000, 20_000, 3, 30)).toBe(100_000 + 60_000 - 30_000);
    expect(totalCost(100_000, 20_000, 3, 0)).toBe(160_000);
  });

  it('keeps 30 % after three years, 67 % after one', () => {
    expect(residualPct(3)).toBeCloseTo(30, 10);
    expect(residualPct(1)).toBeCloseTo(66.94, 2);
    expect(residualPct(6)).toBeCloseTo(9, 10);
  });

  it('grows by compound interest', () => {
    expect(growthFactor(50, 2)).toBeCloseTo(2.25, 12);
    expect(growthFactor(0, 5)).toBe(1);
    expect(growthFactor(-50, 1)).toBe(0.5);
  });

  it('divides TCO by the tokens of the whole horizon', () => {
    // 1,000 tokens/s for a year are 31,536 M tokens.
    expect(usdPerMillionTokens(31_536, 1, 1_000)).toBeCloseTo(1, 12);
    expect(usdPerMillionTokens(31_536, 2, 1_000)).toBeCloseTo(0.5, 12);
    expect(usdPerMillionTokens(1, 1, 0)).toBeNull();
  });

  it('takes all-in kilowatts as they are, without PUE', () => {
    expect(energyUsdPerYear(10, 0.1)).toBeCloseTo(8_760, 9);
  });
});
