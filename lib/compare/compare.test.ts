import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparability, type TraitSpec } from './comparability.ts';
import { differenceFrom, relativeText } from './difference.ts';
import { plateauOf } from './plateau.ts';

const SPECS: readonly TraitSpec[] = [
  { key: 'input', plural: 'input lengths', kind: 'condition' },
  { key: 'provenance', plural: 'provenances', kind: 'condition' },
  { key: 'gpu', plural: 'GPUs', kind: 'choice' },
  { key: 'framework', plural: 'frameworks', kind: 'choice' },
];
const item = { input: 1024, provenance: 'measured', gpu: 'H100', framework: 'vllm' };

describe('comparability', () => {
  it('lets one choice differ and names it', () => {
    const answer = comparability([item, { ...item, gpu: 'B200' }], SPECS);
    expect(answer).toMatchObject({ isLike: true, reasons: [] });
    expect(answer.compared.map(({ key }) => key)).toEqual(['gpu']);
  });

  it('says why results are unlike', () => {
    expect(comparability([item, { ...item, input: 8192 }], SPECS).reasons).toEqual([
      'input lengths differ (1,024 and 8,192)',
    ]);
    expect(comparability([item, { ...item, gpu: 'B200', framework: 'sglang' }], SPECS).reasons).toEqual([
      'more than one thing differs, so no difference has one cause: GPUs differ (H100 and B200); frameworks differ (vllm and sglang)',
    ]);
    expect(comparability([item, { ...item, provenance: null }], SPECS).reasons).toEqual([
      'provenances are stated for some (measured) and not for 1 of them',
    ]);
    expect(comparability([item, { ...item, framework: 'sglang' }], SPECS, ['gpu']).reasons).toEqual([
      'frameworks differ (vllm and sglang)',
    ]);
  });

  it('passes no results whose needed trait nobody states, and keeps both ends of long values', () => {
    const needed: TraitSpec[] = [{ key: 'precision', plural: 'precisions', kind: 'choice', isNeeded: true }];
    expect(comparability([item, item], needed, ['precision']).reasons).toEqual([
      'precisions are not stated, so they may differ',
    ]);
    const source: TraitSpec[] = [{ key: 'source', plural: 'sources', kind: 'condition' }];
    const long = `${'a'.repeat(40)}${'b'.repeat(40)}`;
    expect(comparability([{ source: `${long}1` }, { source: `${long}2` }], source).reasons).toEqual([
      `sources differ (${'a'.repeat(32)}…${'b'.repeat(19)}1 and ${'a'.repeat(32)}…${'b'.repeat(19)}2)`,
    ]);
  });

  it('never passes results that differ in a condition, whatever else is the same', () => {
    const traits = fc.record({
      input: fc.constantFrom(1024, 8192, null),
      provenance: fc.constantFrom('measured', 'published', null),
      gpu: fc.constantFrom('H100', 'B200'),
      framework: fc.constantFrom('vllm', 'sglang'),
    });
    fc.assert(
      fc.property(fc.array(traits, { minLength: 2, maxLength: 6 }), (items) => {
        const differs = (['input', 'provenance'] as const).some(
          (key) => new Set(items.map((one) => one[key])).size > 1,
        );
        if (differs) expect(comparability(items, SPECS, ['gpu', 'framework']).isLike).toBe(false);
      }),
    );
  });
});

describe('differenceFrom', () => {
  const figure = (value: number, half: number | null = null) => ({
    value,
    lower: half === null ? null : value - half,
    upper: half === null ? null : value + half,
  });
  it('gives share, direction and evidence', () => {
    expect(differenceFrom(figure(100, 2), figure(110, 3), 'higher')).toEqual({
      relative: 0.1,
      direction: 'better',
      evidence: 'clear',
    });
    expect(differenceFrom(figure(100, 6), figure(110, 6), 'lower')).toEqual({
      relative: 0.1,
      direction: 'worse',
      evidence: 'unclear',
    });
    expect(differenceFrom(figure(100), figure(90, 1), 'none')).toEqual({
      relative: -0.1,
      direction: 'neutral',
      evidence: 'unknown',
    });
    expect(differenceFrom(figure(0), figure(5), 'higher')?.relative).toBeNull();
    expect(differenceFrom(null, figure(5), 'higher')).toBeNull();
  });
  it('takes an interval without an upper end for one', () => {
    const open = { value: 100, lower: 50, upper: null };
    expect(differenceFrom(open, figure(40, 5), 'lower')?.evidence).toBe('clear');
    expect(differenceFrom(figure(400, 5), open, 'lower')?.evidence).toBe('unclear');
    expect(differenceFrom(open, figure(40), 'lower')?.evidence).toBe('unknown');
  });
  it('prints with a sign', () => {
    expect([0.1234, -0.04, 0, 1.5, -0.0004, null].map(relativeText)).toEqual([
      '+12.3 %',
      '−4.0 %',
      '0 %',
      '+150 %',
      '−0.04 %',
      '—',
    ]);
  });
});

describe('plateauOf', () => {
  it('finds the peak and where it is nearly reached', () => {
    const curve = [
      { x: 64, y: 1000 },
      { x: 1, y: 50 },
      { x: 32, y: 970 },
      { x: 128, y: 990 },
    ];
    expect(plateauOf(curve)).toEqual({ peak: { x: 64, y: 1000 }, from: 32, isOpen: false });
    expect(
      plateauOf([
        { x: 1, y: 10 },
        { x: 2, y: 20 },
      ]),
    ).toEqual({ peak: { x: 2, y: 20 }, from: 2, isOpen: true });
    expect(plateauOf([])).toBeNull();
  });
});
