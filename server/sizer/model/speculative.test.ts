import { describe, expect, it } from 'vitest';
import { speculativeTpot } from './speculative.ts';

/** 10 ms for the weights and 0.1 ms a token: memory-bound for few tokens, bound by arithmetic for many. */
const stepMs = (tokens: number) => 10 + 0.1 * tokens;

describe('speculativeTpot', () => {
  it('is step(B·(n + 1))/(1 + a): four running, three n-gram drafts, two accepted', () => {
    const result = speculativeTpot(stepMs, 4, { method: 'ngram', depth: 3, meanAccepted: 2 });
    // (10 + 0.1 · 16)/3; without: 10.4.
    expect(result.tpotMs).toBeCloseTo(11.6 / 3, 9);
    expect(result.tokensPerStep).toBe(3);
    expect(result.speedup).toBeCloseTo(10.4 / (11.6 / 3), 9);
    expect(result.warning).toBeNull();
  });

  it('pays for drafting with layers: an MTP layer costs 3 % of a step', () => {
    const result = speculativeTpot(stepMs, 1, { method: 'mtp', depth: 1, meanAccepted: 0.8 });
    expect(result.tpotMs).toBeCloseTo((10.2 * 1.03) / 1.8, 9);
  });

  it('gains less with a larger batch and says when it loses', () => {
    const few = speculativeTpot(stepMs, 1, { method: 'eagle3', meanAccepted: 2 });
    const many = speculativeTpot(stepMs, 2000, { method: 'eagle3', meanAccepted: 2 });
    expect(few.speedup).toBeGreaterThan(2.5);
    expect(many.speedup).toBeLessThan(1);
    expect(many.warning).toContain('slows this down');
  });

  it('counts no gain and warns where no acceptance was measured', () => {
    const result = speculativeTpot(stepMs, 4, { method: 'eagle3', meanAccepted: null });
    expect(result.tpotMs).toBe(10.4);
    expect(result.warning).toContain('spec_accept_length');
  });

  it('takes no more accepted tokens than drafts', () => {
    const result = speculativeTpot(stepMs, 1, { method: 'mtp', depth: 1, meanAccepted: 3 });
    expect(result.tokensPerStep).toBe(2);
    expect(result.warning).toContain('exceed its 1 drafts');
  });

  it('changes nothing without a method', () => {
    expect(speculativeTpot(stepMs, 4, { method: 'none', meanAccepted: 2 })).toEqual({
      tpotMs: 10.4,
      tokensPerStep: 1,
      speedup: 1,
      warning: null,
    });
  });
});
