/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { icon } from './icon.ts';
import { iconPath } from './icon-path.ts';

const SRC = new URL('../../', import.meta.url);
const LUCIDE = new URL('../node_modules/lucide-react/dist/esm/', SRC);

const source = (file: string) => readFileSync(new URL(`icons/${file}.mjs`, LUCIDE), 'utf8');
const moduleOf = (...node: [string, Record<string, string>][]) =>
  `const __iconData = {\n  name: "x",\n  size: 24,\n  node: ${JSON.stringify(node)}\n};\n`;

it('draws every shape as one path', () => {
  expect(iconPath(moduleOf(['line', { x1: '4', x2: '20', y1: '12', y2: '12.5', key: 'a' }]))).toBe(
    'M4 12L20 12.5',
  );
  expect(iconPath(moduleOf(['circle', { cx: '12', cy: '10', r: '3', key: 'a' }]))).toBe(
    'M9 10a3 3 0 1 0 6 0a3 3 0 1 0 -6 0',
  );
  expect(iconPath(moduleOf(['rect', { x: '2', y: '4', width: '20', height: '16', rx: '2', key: 'a' }]))).toBe(
    'M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2z',
  );
  expect(iconPath(moduleOf(['rect', { x: '3', y: '4', width: '5', height: '6', key: 'a' }]))).toBe(
    'M3 4h5v6h-5v-6z',
  );
});

it('takes a start that is relative for absolute, as it is where nothing stands before', () => {
  const paths = (...all: string[]) =>
    iconPath(moduleOf(...all.map((d): [string, Record<string, string>] => ['path', { d, key: d }])));
  expect(paths('M1 1h2', 'm9 18 6-6-6-6')).toBe('M1 1h2M9 18l6-6-6-6');
  expect(paths('M1 1', 'm21.5 .5-4-4', 'm.5-3h4')).toBe('M1 1M21.5 .5l-4-4M.5 -3h4');
});

it('leaves alone what one path would draw otherwise', () => {
  expect(iconPath(moduleOf(['path', { d: 'M1 1', fill: 'currentColor' }]))).toBeNull();
  expect(iconPath(moduleOf(['circle', { cx: '1', cy: '1', r: '4', fill: 'currentColor' }]))).toBeNull();
  expect(iconPath(moduleOf(['rect', { width: '4', height: '4', rx: '1', ry: '2' }]))).toBeNull();
  expect(iconPath(moduleOf(['ellipse', { cx: '4' }]))).toBeNull();
  // The dot of this one is no larger than the line is thick.
  expect(iconPath(source('key-round'))).toMatch(/^M.*a0?\.5 0?\.5 /);
  expect(iconPath('export default 1;')).toBeNull();
});

it('knows how to draw every icon of the pages', () => {
  const index = readFileSync(new URL('lucide-react.mjs', LUCIDE), 'utf8').split('\n');
  const names = new Set(
    readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
      .flatMap((file) => [
        ...readFileSync(new URL(file, SRC), 'utf8').matchAll(/import \{([^}]*)\} from 'lucide-react'/g),
      ])
      .flatMap(([, list = '']) => list.split(',').map((name) => name.trim()))
      .filter((name) => name !== '' && !name.startsWith('type ')),
  );
  expect(names.size).toBeGreaterThan(40);
  for (const name of names) {
    const line = index.find(
      (one) => one.includes(`default as ${name},`) || one.includes(`default as ${name} `),
    );
    const file = /icons\/([\w-]+)\.mjs/.exec(line ?? '')?.[1];
    expect(file, name).toBeDefined();
    expect(iconPath(source(file ?? '')), name).toMatch(/^[MLHVACQSTZmlhvacqstz\d\s.,-]+$/);
  }
});

it('is drawn as lucide draws, and as its place wants it', () => {
  const Icon = icon('M4 12h16');
  expect(
    renderToStaticMarkup(createElement(Icon, { 'aria-hidden': true, className: 'size-4', strokeWidth: 3 })),
  ).toBe(
    '<svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" class="size-4"><path d="M4 12h16"></path></svg>',
  );
});
