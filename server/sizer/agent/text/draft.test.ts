import { describe, expect, it } from 'vitest';
import { Draft } from './draft.ts';

describe('Draft', () => {
  it('rewrites every match and still knows the words behind it', () => {
    const draft = new Draft('8k in, 1k out');
    draft.rewrite(/(\d)k/g, (match) => `${match[1] ?? ''}000`);
    expect(draft.value).toBe('8000 in, 1000 out');
    expect(draft.span(9, 13)).toEqual({ start: 7, end: 9, text: '1k' });
  });

  it('comes to an end with a pattern that matches nothing at all, beside characters of two units too', () => {
    const draft = new Draft('a😀b');
    const seen: number[] = [];
    draft.rewrite(/x*/gu, (match) => (seen.push(match.index), null));
    draft.take(/y?/gu, () => true);
    expect(draft.value).toBe('a😀b');
  });

  it('may be given the pattern that it is reading with', () => {
    const digits = /\d/g;
    const draft = new Draft('1 2 3');
    const inner: number[] = [];
    draft.rewrite(digits, (match) => {
      const other = new Draft('4 5');
      other.rewrite(digits, () => (inner.push(1), null));
      return `<${match[0]}>`;
    });
    expect(draft.value).toBe('<1> <2> <3>');
    expect(inner).toHaveLength(6);
  });
});
