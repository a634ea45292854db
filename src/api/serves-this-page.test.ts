import { expect, it } from 'vitest';
import { isServed } from './serves-this-page.ts';

const page = (script: string) =>
  `<html><body><div id="root"></div><script type="module" crossorigin src="${script}"></script></body></html>`;

it('tells a new build of the site by the module that its start page loads', () => {
  expect(isServed(page('/assets/index-aaa.js'), '/assets/index-aaa.js')).toBe(true);
  expect(isServed(page('/assets/index-bbb.js'), '/assets/index-aaa.js')).toBe(false);
  expect(isServed(page('/src/main.tsx'), '/src/main.tsx?t=1')).toBe(true);
  expect(isServed('<h1>Bad gateway</h1>', '/assets/index-aaa.js')).toBe(true);
});
