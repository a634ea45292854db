// The built SPA against its budgets: JavaScript of the first load of every page (gzipped), no library twice.
// What a page fetches by itself a moment later, such as its table, is measured by `npm run bench:web`.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './setup.mjs';

const web = path.join(root, 'dist', 'web');

/**
 * kB: what was reached, with half a kB to spare. The shell holds what most pages draw beside it (src/first-parts.ts). The
 * goal of pages without a chart is 140: of what they load 69 are
 * React's, 23 the router's, 7 the query cache's, 25 our shell's.
 */
const [SHELL, PLAIN, ANY_PART] = [124, 140, 105];
/** Routes that load more at first, a chart that comes a moment later not counted, and a form that is all of the page. */
const LIMITS = new Map([
  ['runs.$runId', 225],
  ['sizer', 168.5],
  ['leaderboard', 150.5],
  ['cost', 146],
]);
/** Once each, or not at all. */
const ONCE = [
  'react',
  'react-dom',
  'scheduler',
  'zod',
  'recharts',
  '@tanstack/query-core',
  '@tanstack/router-core',
];

const parts = JSON.parse(readFileSync(path.join(web, 'parts.json'), 'utf8'));
const sizes = new Map();
const kbOf = (file) => {
  if (!file.endsWith('.js')) return 0;
  if (!sizes.has(file))
    sizes.set(file, gzipSync(readFileSync(path.join(web, file)), { level: 9 }).length / 1000);
  return sizes.get(file);
};
const withImports = (key, into = new Set()) => {
  if (into.has(key)) return into;
  into.add(key);
  for (const imported of parts[key].imports ?? []) withImports(imported, into);
  return into;
};
const kbOfAll = (keys) =>
  [...new Set([...keys].map((key) => parts[key].file))].reduce((sum, file) => sum + kbOf(file), 0);

const faults = [];
const check = (name, kb, limit) => {
  console.log(`${name.padEnd(40)}${kb.toFixed(1).padStart(8)} kB of ${limit}`);
  if (!(kb <= limit)) faults.push(`${name}: ${kb.toFixed(1)} kB is over ${limit}`);
};

const entry = Object.keys(parts).find((key) => parts[key].isEntry);
const shell = withImports(entry);
check('shell', kbOfAll(shell), SHELL);

const PAGE = /^src\/routes\/(?:_app\/w\.\$orgId\/)?([^/?]+)\.tsx\?tsr-split=component/;
const pages = Object.keys(parts).filter((key) => PAGE.test(key) && !/routes\/_app\.tsx/.test(key));
if (pages.length < 15) faults.push(`only ${pages.length} pages were found in parts.json`);
for (const key of pages) {
  const name = PAGE.exec(key)[1];
  check(`${name}, first load`, kbOfAll(withImports(key, new Set(shell))), LIMITS.get(name) ?? PLAIN);
}

const assets = readdirSync(path.join(web, 'assets'));
const js = assets.filter((file) => file.endsWith('.js'));
for (const file of js.filter((file) => kbOf(`assets/${file}`) > ANY_PART))
  faults.push(`${file} alone is over ${ANY_PART} kB`);

const homes = new Map();
for (const file of js.filter((one) => assets.includes(`${one}.map`))) {
  const { sources } = JSON.parse(readFileSync(path.join(web, 'assets', `${file}.map`), 'utf8'));
  for (const source of sources) {
    const library = /^(.*node_modules\/)((?:@[^/]+\/)?[^/]+)\//.exec(source);
    if (library === null || !ONCE.includes(library[2])) continue;
    const seen = homes.get(source);
    if (seen !== undefined && seen !== file) faults.push(`${source} is in ${seen} and in ${file}`);
    homes.set(source, file);
    const place = homes.get(library[2]) ?? library[1];
    if (place !== library[1]) faults.push(`${library[2]} comes from ${place} and from ${library[1]}`);
    homes.set(library[2], library[1]);
  }
}
// src/import-part.ts waits for no style sheet.
const styles = assets.filter((file) => file.endsWith('.css'));
if (styles.length !== 1) faults.push(`one style sheet for all parts, not ${styles.join(', ')}`);
for (const file of js.filter((one) => readFileSync(path.join(web, 'assets', one), 'utf8').includes('.css"')))
  faults.push(`${file} names a style sheet to be fetched with a part`);
if (js.some((file) => file.startsWith('design-page-')))
  faults.push('the page of all components is for development only, and is in this build');
if (!homes.has('react')) faults.push('the source maps name no React: duplicates cannot be seen');

for (const fault of new Set(faults)) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
