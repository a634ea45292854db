import { describe, expect, it } from 'vitest';
import { quotaUse } from './quota-use.ts';

describe('quotaUse', () => {
  it('says how much is used and warns before the end', () => {
    expect(quotaUse(12.5, 100)).toEqual({ share: 0.125, tone: 'good', text: '12.5 of 100' });
    expect(quotaUse(80, 100).tone).toBe('warn');
    expect(quotaUse(100, 100).tone).toBe('bad');
    expect(quotaUse(1_250_000, 1_000_000)).toEqual({
      share: 1.25,
      tone: 'bad',
      text: '1,250,000 of 1,000,000',
    });
  });

  it('has no share where nothing is set, and none left of nothing', () => {
    expect(quotaUse(3, null)).toEqual({ share: null, tone: 'good', text: '3, unlimited' });
    expect(quotaUse(0, 0)).toEqual({ share: 1, tone: 'bad', text: '0 of 0' });
  });
});
