import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { importPart } from './import-part.ts';

const links: Record<string, unknown>[] = [];
const page = new EventTarget();
const told: Event[] = [];
let isMended = false;
page.addEventListener('vite:preloadError', (event) => {
  told.push(event);
  if (isMended) event.preventDefault();
});
beforeEach(() => {
  told.length = 0;
  isMended = false;
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', {
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
  expect(await importPart(load, ['assets/table.js', 'assets/index.css', 'assets/chart.js'])).toBe('part');
  // The page has the style sheet, and no script is a style sheet.
  expect(await importPart(load, ['assets/chart.js', 'assets/index.css', 'assets/map.js'])).toBe('part');
  expect(await importPart(load)).toBe('part');
  const link = { name: 'link', rel: 'modulepreload', crossOrigin: '' };
  expect(links).toEqual(
    ['/assets/table.js', '/assets/chart.js', '/assets/map.js'].map((href) => ({ ...link, href })),
  );
  expect(order).toEqual([2, 3, 3]);
  expect(told).toEqual([]);
});

it('tells of a part that is gone, and fails unless the page is about to reload', async () => {
  const gone = new TypeError('Failed to fetch');
  await expect(importPart(() => Promise.reject(gone))).rejects.toBe(gone);
  expect(told).toEqual([expect.objectContaining({ payload: gone, cancelable: true })]);
  isMended = true;
  await expect(importPart(() => Promise.reject(gone))).resolves.toBeUndefined();
  expect(told).toHaveLength(2);
});
