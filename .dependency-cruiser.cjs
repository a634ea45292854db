// Who may import whom, type imports included. The keys are the folders; a test holds them equal to the tree.
const FOLDERS = {
  contract: [],
  lib: [],
  catalog: ['contract', 'lib'],
  db: ['contract', 'lib', 'catalog'],
  src: ['contract', 'lib'],
  worker: ['contract', 'lib', 'catalog'],
  'server/database': ['contract', 'lib', 'db'],
  'server/control': ['contract', 'lib', 'server/database'],
  // Not server/sizer: that is an upstream service, reached over HTTP.
  'server/api': ['contract', 'lib', 'server/database'],
  'server/sizer': ['contract', 'lib', 'catalog'],
  // The composition root: the only folder that knows every part of the control plane.
  'server/main': ['contract', 'lib', 'catalog', 'db', 'server/database', 'server/control', 'server/api'],
  testing: [
    'contract',
    'lib',
    'catalog',
    'db',
    'server/database',
    'server/control',
    'server/api',
    'server/main',
    'server/sizer',
    'worker',
    'src',
  ],
  e2e: ['contract', 'lib', 'testing'],
};

const escape = (name) => name.replace('/', '\\/');
const own = Object.keys(FOLDERS);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...own.map((from) => ({
      name: `${from.replace('/', '-')}-imports-only-what-it-may`,
      severity: 'error',
      comment: `${from} may import: ${FOLDERS[from].join(', ') || 'nothing of ours'}`,
      // Tests may also use the shared set-up in testing/.
      from: { path: `^${escape(from)}/`, pathNot: '\\.(test|bench)\\.tsx?$' },
      to: {
        path: `^(${own.map(escape).join('|')})/`,
        pathNot: `^(${[from, ...FOLDERS[from]].map(escape).join('|')})/`,
      },
    })),
    {
      name: 'testing-is-for-tests',
      severity: 'error',
      comment: 'Only tests, e2e and testing itself import testing/.',
      from: { pathNot: '\\.(test|bench)\\.tsx?$|^(testing|e2e)/|^vitest\\.config\\.ts$' },
      to: { path: '^testing/' },
    },
    {
      name: 'only-the-engine-of-the-worker-reads-the-catalog',
      severity: 'error',
      comment: 'The agent and the load generator get what they need from the control plane.',
      from: { path: '^worker/', pathNot: '^worker/engine/|\\.test\\.ts$' },
      to: { path: '^catalog/' },
    },
    {
      name: 'the-sizer-model-does-no-io',
      severity: 'error',
      comment: 'Formulas only: what they need is handed to them.',
      from: { path: '^server/sizer/model/', pathNot: '\\.(test|bench)\\.ts$' },
      to: { path: 'node_modules', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'the-sizer-model-needs-no-node',
      severity: 'error',
      from: { path: '^server/sizer/model/', pathNot: '\\.(test|bench)\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'one-port-to-the-database',
      severity: 'error',
      comment: 'Only server/database talks to pg or PGlite.',
      from: { pathNot: '^(server/database|testing)/' },
      to: { path: 'node_modules/(pg|@electric-sql)/' },
    },
    {
      name: 'features-do-not-import-each-other',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'components-know-no-features',
      severity: 'error',
      from: { path: '^src/components/' },
      to: { path: '^src/(features|routes)/' },
    },
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
      to: { path: 'node_modules', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'lib-is-pure',
      severity: 'error',
      comment: 'No Node, no DOM, no packages that bring them.',
      from: { path: '^lib/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^node$' },
    },
    {
      name: 'programs-use-only-dependencies',
      severity: 'error',
      comment: 'What ships must not need a package that only development installs.',
      from: { path: '^(server|worker|db|catalog|contract|lib)/', pathNot: '\\.(test|bench)\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'route-tree\\.gen|test-fixtures' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.node.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};

// For testing/import-rules.test.ts; not enumerable, as the tool refuses keys it does not know.
Object.defineProperty(module.exports, 'FOLDERS', { value: FOLDERS, enumerable: false });
