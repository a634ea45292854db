import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUsual, openedSearch, usualSearch, viewText } from './search-state.ts';

describe('what a view keeps of an address', () => {
  it('is its filters, sort and columns, whatever their order, and not what is open or selected', () => {
    expect(viewText('?sort=-a&q=x%20y&sel=1,2&row=7&tab=audit')).toBe('q=x+y&sort=-a');
    expect(viewText('q=x+y&sort=-a')).toBe('q=x+y&sort=-a');
    expect(viewText('?server=3&dialog=worker&find=h100&rfind=b200')).toBe('');
  });

  it('replaces everything but the place on the page', () => {
    expect(openedSearch('?tab=audit&action=x&entry=4', 'days=7&by=a%40b')).toEqual({
      tab: 'audit',
      days: '7',
      by: 'a@b',
    });
    expect(openedSearch('?tab=audit&action=x', '')).toEqual({ tab: 'audit' });
    // A view that somebody wrote by hand does not move the page.
    expect(openedSearch('?tab=audit', 'tab=members&sel=1')).toEqual({ tab: 'audit' });
  });

  it('is the usual view of what is compared, which stays', () => {
    const search = '?view=hardware&jobs=7%2C9&base=7&simulated=true&sort=-x&sel=7&row=3';
    const subject = { view: 'hardware', jobs: '7,9', base: '7', simulated: 'true' };
    expect(usualSearch(search, 'compare')).toEqual(subject);
    expect(isUsual(viewText(search), 'compare')).toBe(false);
    expect(isUsual(new URLSearchParams(subject).toString(), 'compare')).toBe(true);
    // Elsewhere the same words are filters.
    expect(usualSearch('?tab=audit&simulated=true&sort=-x', 'leaderboard')).toEqual({ tab: 'audit' });
    expect(isUsual('simulated=true', 'leaderboard')).toBe(false);
    expect(isUsual('', 'leaderboard')).toBe(true);
  });

  it('survives being opened, for any parameters', () => {
    const params = fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { maxKeys: 8 });
    fc.assert(
      fc.property(params, params, (one, other) => {
        const saved = viewText(new URLSearchParams(one).toString());
        const opened = new URLSearchParams(openedSearch(new URLSearchParams(other).toString(), saved));
        expect(viewText(opened.toString())).toBe(saved);
      }),
    );
  });
});
