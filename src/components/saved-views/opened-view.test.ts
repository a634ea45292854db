import { describe, expect, it } from 'vitest';
import type { SavedView } from '#contract/views/v-saved-views.ts';
import { currentView, isOfView, withStep, type KeptView } from './opened-view.ts';

const page = '/w/a/projects';
const kept: KeptView = { id: 'b', name: 'B', text: 'sort=b', steps: [] };
const step = (key: string, text: string, of = page) => ({ key, text, page: of });

describe('a step of the history belongs to the view that was opened', () => {
  it('while it shows it, and where it was changed from there', () => {
    const opened = step('2', 'sort=b');
    const changed = step('3', 'sort=b&q=x');
    const before = step('1', 'sort=a&q=x');
    const view = withStep(kept, opened, changed);
    expect([opened, changed, before].map((one) => isOfView(view, one))).toEqual([true, true, false]);
    // And on from there.
    const later = step('4', 'q=x');
    expect(isOfView(withStep(view, changed, later), later)).toBe(true);
  });

  it('not on the way from another view, nor from another page', () => {
    const other = step('5', 'sort=a&q=y');
    expect(withStep(kept, step('1', 'sort=a'), other)).toBe(kept);
    expect(withStep(kept, step('2', 'sort=b', '/w/a/runs'), other)).toBe(kept);
    // The view itself needs no step kept.
    expect(withStep(kept, step('2', 'sort=b'), step('6', 'sort=b'))).toBe(kept);
  });
});

describe('the view that a page shows', () => {
  const view = (saved_view_id: string, search_text: string) =>
    ({ saved_view_id, search_text }) as unknown as SavedView;
  const views = [view('a', 'sort=a'), view('b', 'sort=b'), view('c', 'sort=b'), view('usual', '')];
  const opened = (id: string) => ({ id, name: '', text: '' });

  it('is the one of its state, whichever was opened last', () => {
    expect(currentView(views, opened('b'), 'sort=a')?.saved_view_id).toBe('a');
    expect(currentView(views, opened('c'), 'sort=b')?.saved_view_id).toBe('c');
    expect(currentView(views, null, 'sort=b')?.saved_view_id).toBe('b');
  });

  it('else the one that was opened, which it differs from', () => {
    expect(currentView(views, opened('b'), 'sort=x')?.saved_view_id).toBe('b');
    expect(currentView(views, null, 'sort=x')).toBeUndefined();
    // Nothing names the usual view.
    expect(currentView(views, null, '')).toBeUndefined();
  });
});
