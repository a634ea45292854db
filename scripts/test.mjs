// npm test: every check there is, on a fresh clone too. Ends with "N passed, N failed".
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { checkNode, ensureBrowser, ensureInstalled, ensurePostgres, root } from './setup.mjs';

checkNode();
ensureInstalled();

const only = process.argv.slice(2);
const reports = path.join(root, 'test-results');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const vitest = (name, ...args) => {
  const file = path.join(reports, `${name}.json`);
  return {
    args: ['run', ...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    counts: () => vitestCounts(file),
  };
};

/** Steps in order; each is one check, or counts the tests that it ran. */
const steps = [
  { name: 'format', command: bin('prettier'), args: ['--check', '--log-level', 'warn', '.'] },
  { name: 'types-web', command: bin('tsc'), args: ['-p', 'tsconfig.json'] },
  { name: 'types-node', command: bin('tsc'), args: ['-p', 'tsconfig.node.json'] },
  { name: 'types-e2e', command: bin('tsc'), args: ['-p', 'tsconfig.e2e.json'] },
  {
    name: 'lint',
    command: bin('eslint'),
    args: ['.', '--max-warnings=0'],
    env: { NODE_OPTIONS: '--max-old-space-size=6144' },
  },
  {
    name: 'imports',
    command: bin('depcruise'),
    args: ['contract', 'lib', 'catalog', 'db', 'server', 'worker', 'src', 'testing', 'e2e'],
  },
  { name: 'unused', command: bin('knip'), args: [] },
  { name: 'build', command: process.execPath, args: ['scripts/build.mjs'] },
  { name: 'budgets', command: bin('size-limit'), args: [] },
  { name: 'unit', command: bin('vitest'), ...vitest('unit') },
  {
    name: 'postgres',
    command: bin('vitest'),
    ...vitest('postgres', 'db/', 'server/'),
    env: { TEST_DATABASE: 'postgres' },
    needs: ensurePostgres,
  },
  {
    name: 'chaos',
    command: process.execPath,
    args: ['--import', 'tsx', 'testing/chaos/main.ts', '--rounds', '1'],
  },
  {
    name: 'e2e',
    command: bin('playwright'),
    args: ['test'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, 'e2e.json') },
    needs: ensureBrowser,
    counts: () => playwrightCounts(path.join(reports, 'e2e.json')),
  },
  {
    name: 'e2e-postgres',
    command: bin('playwright'),
    args: ['test', 'journey'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, 'e2e-postgres.json'), TEST_DATABASE: 'postgres' },
    needs: () => (ensureBrowser(), ensurePostgres()),
    counts: () => playwrightCounts(path.join(reports, 'e2e-postgres.json')),
  },
];

const chosen = only.length === 0 ? steps : steps.filter((step) => only.includes(step.name));
if (chosen.length === 0) {
  console.error(`No such step. There are: ${steps.map((step) => step.name).join(', ')}.`);
  process.exit(2);
}

let passed = 0;
let failed = 0;
const failures = [];
for (const step of chosen) {
  const startedAt = Date.now();
  console.log(`\n── ${step.name}`);
  step.needs?.();
  const code = await runStep(step);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
  const counts = step.counts?.() ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  // A runner that breaks without a failing test has failed all the same, and so has one that ran nothing.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  if (step.counts && counts.passed + counts.failed === 0) counts.failed = 1;
  passed += counts.passed;
  failed += counts.failed;
  if (counts.failed > 0) failures.push(step.name);
  console.log(`── ${step.name}: ${counts.passed} passed, ${counts.failed} failed in ${seconds} s`);
}

if (failures.length > 0)
  console.log(`\nFailed: ${failures.join(', ')}. One step alone: npm test -- ${failures[0]}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function runStep(step) {
  return new Promise((resolve) => {
    const child = spawn(step.command, step.args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...step.env },
    });
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

function vitestCounts(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const brokenFiles = report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  ).length;
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles };
}

function playwrightCounts(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { stats } = JSON.parse(readFileSync(file, 'utf8'));
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
}
