import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { transform } from 'esbuild';
import { defineConfig, type Plugin } from 'vite';
import { iconPath } from './src/components/ui/icon-path.ts';

/** Puts our own reader in place of zod (17 kB gzipped less on every page): src/api/zod-small.ts says more. */
function zodForBrowser(): Plugin {
  return {
    name: 'zod-for-browser',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^zod$/ },
      handler: () => fileURLToPath(new URL('./src/api/zod-small.ts', import.meta.url)),
    },
  };
}

/** A schema made at the top of a module of the contract, or a view or procedure made of it. */
const MADE =
  /\/\*[\s\S]*?\*\/|\/\/.*|(?<![\w.$'"`])(?:z\s*\.\s*[a-z]\w*\(|define(?:View|Rpc)\(|\w+\s*\.(?:extend|omit|partial|optional|nullable|nullish)\()/g;

/**
 * Says of the contract's schemas that making one does nothing else, so that those which no page reads are left out: a
 * bundler cannot know it of `z.object(…)`. A schema that is used stays whole.
 */
export const withUnusedSchemasMarked = (source: string): string =>
  source.replace(MADE, (found) => (found.startsWith('/') ? found : `/* @__PURE__ */ ${found}`));

function contractForBrowser(): Plugin {
  return {
    name: 'contract-for-browser',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]contract[\\/](?:[\w-]+[\\/])*[\w-]+\.ts$/ },
      handler: (source) => ({ code: withUnusedSchemasMarked(source), map: null }),
    },
  };
}

/**
 * Draws lucide's icons by one path each (src/components/ui/icon.ts): lucide's own component and what its data says
 * beside the drawing are 2 kB gzipped of every page. An icon that is no path stays as it is.
 */
function iconsForBrowser(): Plugin {
  const runtime = fileURLToPath(new URL('./src/components/ui/icon.ts', import.meta.url));
  return {
    name: 'icons-for-browser',
    apply: 'build',
    transform: {
      filter: { id: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?!index)[\w-]+\.mjs$/ },
      handler: (source) => {
        const d = iconPath(source);
        if (d === null) return null;
        const code = `import { icon } from ${JSON.stringify(runtime)};\nexport default /* @__PURE__ */ icon('${d}');\n`;
        return { code, map: { mappings: '' } };
      },
    },
  };
}

const chartFile = (name: string) =>
  fileURLToPath(new URL(`./src/components/chart/dense/recharts-${name}.ts`, import.meta.url));

/** What stands in for which module where these files of Recharts import it; a test holds it against the installed one. */
export const RECHARTS_STAND_INS = [
  {
    id: 'victory-vendor/d3-scale',
    by: /recharts\/.*\/combine\w*Scale\w*\.js$/,
    file: chartFile('scales'),
  },
  { id: 'victory-vendor/d3-shape', by: /recharts\/.*\/ChartUtils\.js$/, file: chartFile('stacks') },
  { id: './getNiceTickValues', by: /recharts\/.*\/scale\/index\.js$/, file: chartFile('ticks') },
  { id: './getTicks', by: /recharts\/.*\/CartesianAxis\.js$/, file: chartFile('names') },
  { id: '../component/Text', by: /recharts\/.*\/CartesianAxis\.js$/, file: chartFile('labels') },
  { id: '../component/Label', by: /recharts\/.*\/cartesian\/\w+Axis\.js$/, file: chartFile('labels') },
  { id: 'es-toolkit/compat/isEqual', by: /recharts\/.*\/CartesianAxis\.js$/, file: chartFile('same') },
  {
    id: 'es-toolkit/compat/sortBy',
    by: /recharts\/.*\/(?:ChartUtils|selectors\/selectors)\.js$/,
    file: chartFile('order'),
  },
] as const;

/**
 * Leaves out of the browser build what Recharts links and our charts, which take its axes only, never use
 * (28 kB gzipped): the files that stand in say why. Where an upgrade moves what is matched here, the build grows past
 * its budget and works as before.
 */
function rechartsFrame(): Plugin {
  return {
    name: 'recharts-frame',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: {
        id: /^victory-vendor\/d3-(?:scale|shape)$|^\.\/get(?:NiceTickValues|Ticks)$|^\.\.\/component\/(?:Text|Label)$|^es-toolkit\/compat\/(?:isEqual|sortBy)$/,
      },
      handler: (id, importer) =>
        RECHARTS_STAND_INS.find(
          (standIn) => standIn.id === id && importer !== undefined && standIn.by.test(importer),
        )?.file,
    },
  };
}

const srcFile = (name: string) => fileURLToPath(new URL(`./src/${name}.ts`, import.meta.url));

/** The same for what query cache and router link and we never use, or not on every page. */
export const LIBRARY_STAND_INS = [
  {
    id: './mutation.js',
    by: /query-core[\\/].*[\\/]mutationCache\.js$/,
    file: srcFile('api/late-mutation'),
  },
  {
    id: './infiniteQueryBehavior.js',
    by: /query-core[\\/].*[\\/]query\.js$/,
    file: srcFile('api/no-infinite-queries'),
  },
  {
    id: './searchParams.js',
    by: /router-core[\\/].*[\\/]router\.js$/,
    file: srcFile('url/router-search-text'),
  },
] as const;

/** Leaves 2 kB gzipped out of every page. The observer of mutations, which makes the first, brings what they are. */
function librariesForBrowser(): Plugin {
  const know = `import { Mutation as Real } from './mutation.js';
import { knowMutation } from ${JSON.stringify(srcFile('api/late-mutation'))};
knowMutation(Real);`;
  return {
    name: 'libraries-for-browser',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^\.\/(?:mutation|infiniteQueryBehavior|searchParams)\.js$/ },
      handler: (id, importer) =>
        LIBRARY_STAND_INS.find(
          (standIn) => standIn.id === id && importer !== undefined && standIn.by.test(importer),
        )?.file,
    },
    transform: {
      filter: { id: /query-core[\\/].*[\\/]mutationObserver\.js$/ },
      handler: (code) => ({ code: `${code}\n${know}\n`, map: null }),
    },
  };
}

/** Puts our own import of parts in place of vite's (src/import-part.ts): 0.6 kB gzipped less on every page. */
function partsForBrowser(): Plugin {
  return {
    name: 'parts-for-browser',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /vite[\\/]preload-helper\.js$/ },
      handler: () => `export { importPart as __vitePreload } from ${JSON.stringify(srcFile('import-part'))};`,
    },
  };
}

/** Modules of CommonJS that every file of ours takes from, and what each has. */
const NAMED: ReadonlyMap<string, readonly string[]> = new Map(
  ['react', 'react/jsx-runtime'].map((id) => [id, Object.keys(createRequire(import.meta.url)(id) as object)]),
);
/** Our own files and TanStack's, which import; other libraries also ask for it as CommonJS does. */
const WHO_IMPORTS = /^(?!\0named:|.*node_modules[\\/](?!@tanstack))/;
const NAMED_ID = '\0named:';

/**
 * React with its names as exports. It is CommonJS, of which every file would make a copy to read `copy.useState` from at
 * each use; so it is read once, what nobody takes is left out, and a name is as short as any.
 */
function reactForBrowser(): Plugin {
  return {
    name: 'react-for-browser',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^react(?:\/jsx-runtime)?$/ },
      handler: (id, importer) =>
        importer !== undefined && WHO_IMPORTS.test(importer) ? NAMED_ID + id : null,
    },
    load: {
      filter: { id: /^\0named:/ },
      handler: (id) => {
        const from = id.slice(NAMED_ID.length);
        const names = NAMED.get(from) ?? [];
        return [
          `import all from ${JSON.stringify(from)};`,
          'export default all;',
          'const of = (name) => all[name];',
          ...names.map((name) => `export const ${name} = /* @__PURE__ */ of('${name}');`),
        ].join('\n');
      },
    },
  };
}

/** public/ is copied as it is, and theme.js blocks the first paint: without its comments it is half as large. */
function smallTheme(): Plugin {
  let file = '';
  return {
    name: 'small-theme',
    apply: 'build',
    configResolved: ({ root, build }) => {
      file = resolve(root, build.outDir, 'theme.js');
    },
    closeBundle: async () => {
      // A build that failed has none.
      if (!existsSync(file)) return;
      const { code } = await transform(readFileSync(file, 'utf8'), { minify: true, target: 'es2023' });
      writeFileSync(file, code);
    },
  };
}

/**
 * The libraries under every page in one file, with the hooks that only pages call: in a file of their own those would cost
 * every page a kilobyte more. What only a part of some page needs stays with it.
 */
const FRAMEWORK =
  /^\0named:|node_modules[\\/](?:react|react-dom|scheduler|clsx|use-sync-external-store|@tanstack[\\/](?:history|store|react-store|react-router|router-core|react-query|query-core))[\\/](?!.*(?:use(?:Queries|Mutation|Blocker)|queriesObserver|mutation(?:Observer)?)\.js$)/;

/** Parts that are fetched together with the page that needs them, not once it has come. */
const AHEAD = /assets\/(?:table|chart-frame)-/;
/** What the start fetches beside every page, which then has it for its own parts. */
const EVERY_PAGE = /assets\/icons-/;
const ENTRY = /assets\/index-/;

/** What every table draws at first; the rest of it is fetched when a person reaches for it. */
const TABLE_PARTS = new RegExp(
  [
    String.raw`src/components/table/(?:data-table|data-columns|table-(?:body|head|row|toolbar|model|view|late)|column-layout|row-(?:keys|order)|follow-press|printed-places|cell-text|use-stable)\.tsx?`,
    // Small: filters and limits read what was typed with it.
    String.raw`src/components/form/number-text`,
  ].join('|'),
);

/** The SPA's build: static files in dist/web that any host can serve; /config.json says where the API is. */
export default defineConfig({
  plugins: [
    zodForBrowser(),
    contractForBrowser(),
    rechartsFrame(),
    iconsForBrowser(),
    librariesForBrowser(),
    partsForBrowser(),
    reactForBrowser(),
    smallTheme(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/route-tree.gen.ts',
      routeFileIgnorePattern: String.raw`\.test\.|README`,
      quoteStyle: 'single',
      semicolons: true,
      // A page's loader travels with the page: otherwise the contract of every view would be in everybody's first load.
      codeSplittingOptions: {
        defaultBehavior: [
          ['loader', 'component'],
          ['pendingComponent'],
          ['errorComponent'],
          ['notFoundComponent'],
        ],
      },
    }),
    react(),
    tailwindcss(),
  ],
  resolve: {
    // React has had this hook since 18; the variant without the stand-in for older versions is smaller.
    alias: [
      {
        find: 'use-sync-external-store/shim/with-selector',
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  // A constant, so that /design is left out where it is not asked for.
  define: { 'import.meta.env.VITE_DESIGN': JSON.stringify(process.env['VITE_DESIGN'] ?? '') },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: process.env['YARDSTICK_API'] ?? 'http://127.0.0.1:4600', changeOrigin: true },
    },
  },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // Named by the server in a header (server/api/http/static-files.ts), not in each file.
    sourcemap: 'hidden',
    modulePreload: {
      polyfill: false,
      // A list of all parts to fetch ahead would be 3 kB gzipped of every page: only the large ones are worth their line.
      resolveDependencies: (_, parts, { hostId, hostType }) =>
        hostType === 'html'
          ? parts
          : parts.filter((part) => AHEAD.test(part) || (ENTRY.test(hostId) && EVERY_PAGE.test(part))),
    },
    // One file of styles: where each part has its own, every part that fetches another names the file that all have.
    cssCodeSplit: false,
    // For the budgets of first loads (scripts/budgets.mjs).
    manifest: 'parts.json',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page loads: libraries, which rarely change, our own part, and small things that most pages use.
          groups: [
            { name: 'vendor', test: FRAMEWORK },
            { name: 'shell', tags: ['$initial'] },
            // Before the table: with it, an icon that both draw would bring the table to pages without one.
            { name: 'icons', test: /lucide-react[\\/]dist[\\/]esm[\\/]icons/, minShareCount: 6 },
            // Also where views are saved of what is no table.
            { name: 'saved-views', test: /saved-views[\\/](?:saved-views-place|opened-key)/ },
            { name: 'table', test: TABLE_PARTS },
            { name: 'pinned-views', test: /pinned-views-query|pages-of-views|v-saved-views/ },
            // Small, and always needed together.
            {
              name: 'server',
              test: /api[\\/]server-queries|contract[\\/]worker[\\/]hardware|v-server-current-status/,
            },
            { name: 'server-badge', test: /server-status-badge|icons[\\/]hourglass/ },
            {
              name: 'estimates',
              test: /api[\\/]estimate-queries|v-throughput-leaderboard|result-org-ids|scaled-figure|shape-words|unread-text/,
            },
            {
              // Read together. Without what jobs share: a run's page reads no results at first.
              name: 'job-results',
              test: /views[\\/](?:v-bench-llm-outputs|v-benchmark-results|result-fields)/,
              includeDependenciesRecursively: false,
            },
            { name: 'filter-input', test: /ui[\\/]filter-input|url[\\/]when-rested/ },
            { name: 'controls', test: /ui[\\/](?:toggle-chip|compact-select)|url[\\/]view-part/ },
            // Whose page has an id to copy reads it from its address.
            { name: 'copy', test: /ui[\\/](?:copy|link-tabs)|url[\\/]object-id/ },
            {
              name: 'metric-series',
              test: /chart[\\/](?:metric-series|point-link|job-series)/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'difference',
              test: /lib[\\/](?:statistics|t-interval|compare[\\/]difference)\.ts/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'run-jobs',
              test: /v-run-jobs-with-params|api[\\/]run-jobs-query|results[\\/]list-walk|chart[\\/]job-text|ui[\\/]duration-text/,
              includeDependenciesRecursively: false,
            },
            // Small, and of the same pages.
            {
              name: 'deployments',
              test: /results[\\/]deployments|views[\\/]v-gpu-prices/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'credentials',
              test: /api[\\/]credential-queries|credentials[\\/]token-state|contract[\\/]auth\.ts/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'audit',
              test: /features[\\/]admin[\\/]audit-(?:read|panel|columns)|views[\\/]v-audit-logs/,
              includeDependenciesRecursively: false,
            },
            // Small; the form of jobs reads projects only, the page of a run none.
            { name: 'projects', test: /views[\\/]v-projects\.ts/ },
            { name: 'project-runs', test: /v-project-runs-with-status|ui[\\/]status-counts/ },
            {
              // What the form of jobs needs once it is reached, or not blank. Without what the page has at first: with it
              // the page would fetch this too.
              name: 'submit-late',
              test: /features[\\/]submit[\\/](?:late-look|full-look|plan|preflight|memory-fit|next-free-name|sweep|job-names|concurrencies)\.ts|lib[\\/]scenario-code/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'windowed',
              test: /table[\\/](?:use-range-rows|use-virtual-rows|windowed-view)|layout[\\/]print-page/,
            },
          ],
        },
      },
    },
    // light-dark() and oklch() are used as written; these are the first versions that read them.
    target: ['es2023', 'chrome125', 'firefox128', 'safari17.5'],
  },
});
