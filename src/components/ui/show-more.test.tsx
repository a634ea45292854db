import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ShowMore } from './show-more.tsx';

it('offers what is left, a hundred at a time and as many as one answer holds', () => {
  const text = (shown: number, total: number) =>
    renderToStaticMarkup(
      <ShowMore what="failed job" shown={shown} total={total} isBusy={false} onMore={() => undefined} />,
    ).replaceAll(/<[^>]+>/g, '');
  expect(text(6, 30)).toBe('Show 24 more failed jobs');
  expect(text(6, 7)).toBe('Show 1 more failed job');
  expect(text(6, 400)).toBe('Show 100 more failed jobs');
  expect(text(906, 4_000)).toBe('Show 94 more failed jobs');
  expect(text(1_000, 4_000)).toBe('');
  expect(text(30, 30)).toBe('');
});
