import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Puts zod/mini with zod's methods in place of zod (8 kB gzipped less on every page): src/api/zod-methods.ts says more. */
function zodForBrowser(): Plugin {
  return {
    name: 'zod-for-browser',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^zod$/ },
      handler: () => fileURLToPath(new URL('./src/api/zod-methods.ts', import.meta.url)),
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
] as const;

/**
 * Leaves out of the browser build what Recharts links and our charts, which take its axes and grid only, never use
 * (27 kB gzipped): the files that stand in say why. Where an upgrade moves what is matched here, the build grows past
 * its budget and works as before.
 */
function rechartsFrame(): Plugin {
  return {
    name: 'recharts-frame',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^victory-vendor\/d3-(?:scale|shape)$|^\.\/getNiceTickValues$/ },
      handler: (id, importer) =>
        RECHARTS_STAND_INS.find(
          (standIn) => standIn.id === id && importer !== undefined && standIn.by.test(importer),
        )?.file,
    },
  };
}

/** Small parts that most pages share. */
const SHARED_PARTS = new RegExp(
  [
    String.raw`src/components/layout/(?:theme|brand|use-workspace|page-header|app-shell|bar|nav-list|top-bar|breadcrumb|freshness|offline-banner|workspace-switcher|shortcuts|go-keys)`,
    String.raw`src/components/ui/(?:button|icon-button|input|badge|panel|facts|relative-time|kbd|skeleton|link-tabs|error-state|empty-state|toggle-chip|compact-select|status-badge|provenance-tag|scroll-area|counted)`,
    String.raw`src/(?:api/describe-error|url/use-view-search|routes/_app\.tsx|routes/_app/w\.\$orgId\.tsx)`,
    String.raw`contract/views/fields|react-query/build/modern/use(?:BaseQuery|Query|SuspenseQuery|IsFetching)`,
  ].join('|'),
);

/** The SPA's build: static files in dist/web that any host can serve; /config.json says where the API is. */
export default defineConfig({
  plugins: [
    zodForBrowser(),
    rechartsFrame(),
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
    sourcemap: true,
    modulePreload: { polyfill: false },
    // For the budgets of first loads (scripts/budgets.mjs).
    manifest: 'parts.json',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page loads: libraries, which rarely change, our own part, and small things that most pages use.
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /node_modules/ },
            { name: 'shell', tags: ['$initial'] },
            // One by one they would compress badly.
            { name: 'shell-ui', test: SHARED_PARTS },
            { name: 'icons', test: /lucide-react[\\/]dist[\\/]esm[\\/]icons/, minShareCount: 6 },
          ],
        },
      },
    },
    // light-dark() and oklch() are used as written; these are the first versions that read them.
    target: ['es2023', 'chrome125', 'firefox128', 'safari17.5'],
  },
});
