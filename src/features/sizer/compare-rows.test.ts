import { describe, expect, it } from 'vitest';
import { recommendationFixture } from './answer-fixture.ts';
import { compareRows, differenceText } from './compare-rows.ts';

describe('two answers side by side', () => {
  const left = recommendationFixture();
  const right = recommendationFixture({
    gpus_needed: 4,
    capex_usd: null,
    expected_tps_total: 2000,
    expected_ttft_p50_ms: 260,
    intervals: {
      expected_tps_total: { low: 1900, high: 2100 },
      expected_ttft_p50_ms: { low: 240, high: 300 },
    },
  });
  const row = (label: string) => compareRows(left, right).find((one) => one.label === label);

  it('tells both figures, the difference and the better side', () => {
    expect(row('GPUs')).toMatchObject({ left: '8', right: '4', difference: '−50 %', better: 'right' });
    expect(row('Output throughput (tokens/s)')).toMatchObject({
      left: '2,401 (2,200 to 2,600)',
      right: '2,000 (1,900 to 2,100)',
      difference: '−17 %',
      better: 'left',
    });
  });

  it('calls no side better where the intervals overlap or a figure is missing', () => {
    expect(row('Time to first token, p50 (ms)')).toMatchObject({ difference: '−16 %', better: null });
    expect(row('Capex (USD)')).toMatchObject({ left: '$318,400', right: '—', difference: '—', better: null });
  });

  it('divides by nothing', () => {
    expect(differenceText(0, 3)).toBe('—');
    expect(differenceText(3, 3)).toBe('=');
    expect(differenceText(-2, -1)).toBe('+50 %');
  });
});
