import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Leaves out of the browser build what zod links into every schema and the SPA never uses (8 kB gzipped): the JSON
 * Schema writer, whose methods then throw; the memory of reference cycles, as JSON has none (zod/mini goes without
 * it too); and its own English, as src/api/zod-setup.ts has messages for people.
 */
function zodForBrowser(): Plugin {
  const names = (code: string) =>
    [...code.matchAll(/^export (?:function|const|class) ([\w$]+)/gm)].map((match) => match[1] ?? '');
  return {
    name: 'zod-for-browser',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: {
        id: /zod\/v4\/(?:core\/(?:json-schema-processors|to-json-schema|memoizer)|locales\/en)\.js$/,
      },
      handler(code, id) {
        if (id.endsWith('locales/en.js')) return { code: 'export default () => ({});', map: null };
        const body = id.endsWith('memoizer.js')
          ? 'const absent = () => undefined;'
          : "const absent = () => () => { throw new Error('JSON Schema is not part of the browser build'); };";
        const call = id.endsWith('memoizer.js') ? 'absent' : 'absent()';
        return {
          code: [body, ...names(code).map((name) => `export const ${name} = ${call};`)].join('\n'),
          map: null,
        };
      },
    },
  };
}

/** The SPA's build: static files in dist/web that any host can serve; /config.json says where the API is. */
export default defineConfig({
  plugins: [
    zodForBrowser(),
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
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page loads, in two files: libraries, which rarely change, and our own part.
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /node_modules/ },
            { name: 'shell', tags: ['$initial'] },
            {
              name: 'shell-ui',
              test: /src\/components\/(?:layout\/(?:theme|brand)|ui\/(?:button|icon-button|input|badge|panel|facts|relative-time|kbd|skeleton|link-tabs))/,
            },
          ],
        },
      },
    },
    // light-dark() and oklch() are used as written; these are the first versions that read them.
    target: ['es2023', 'chrome125', 'firefox128', 'safari17.5'],
  },
});
