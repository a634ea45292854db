import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { importPart } from './import-part.ts';
import './part-gone.ts';

const links: Record<string, unknown>[] = [];
/** What the site answers for its start page; null while it is away. */
let startPage: string | null = null;
const kept = new Map<string, string>();
const reload = vi.fn();

beforeEach(() => {
  startPage = null;
  kept.clear();
  reload.mockClear();
  vi.stubGlobal('window', { location: { reload } });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal('fetch', () =>
    startPage === null ? Promise.reject(new TypeError('away')) : Promise.resolve(new Response(startPage)),
  );
  vi.stubGlobal('document', {
    querySelector: () => ({ getAttribute: () => '/assets/index-own.js' }),
    createElement: (name: string) => ({ name }),
    head: { append: (link: Record<string, unknown>) => links.push(link) },
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

it('fetches what a part needs beside it, once', async () => {
  const order: number[] = [];
  const load = () => {
    order.push(links.length);
    return Promise.resolve('part');
  };
  expect(await importPart(load, ['assets/table.js', 'assets/chart.js'])).toBe('part');
  expect(await importPart(load, ['assets/chart.js', 'assets/map.js'])).toBe('part');
  expect(await importPart(load)).toBe('part');
  const link = { name: 'link', rel: 'modulepreload', crossOrigin: '' };
  expect(links).toEqual(
    ['/assets/table.js', '/assets/chart.js', '/assets/map.js'].map((href) => ({ ...link, href })),
  );
  expect(order).toEqual([2, 3, 3]);
});

/** Fails to fetch a part, and lets what follows come to its end. */
async function failToFetch(): Promise<void> {
  const gone = new TypeError('Failed to fetch dynamically imported module: /assets/part.js');
  // Not in the words by which the router knows a part that is gone: it would reload without asking.
  await expect(importPart(() => Promise.reject(gone))).rejects.toMatchObject({
    code: 'offline',
    message: 'A part of this page could not be fetched',
    cause: gone,
  });
  await new Promise(setImmediate);
}

it('leaves the page as it is while the site is away, is another one, or has the same build', async () => {
  for (const answer of [
    null,
    '<h1>Bad gateway</h1>',
    '<div id="root"/><script src="/assets/index-own.js">',
  ]) {
    startPage = answer;
    await failToFetch();
  }
  expect(reload).not.toHaveBeenCalled();
});

it('loads the page again where the site has another build, once', async () => {
  startPage = '<div id="root"/><script src="/assets/index-new.js">';
  await failToFetch();
  expect(reload).toHaveBeenCalledTimes(1);
  await failToFetch();
  expect(reload).toHaveBeenCalledTimes(1);
});
