// npm test: every check there is, on a fresh clone too. Ends with "N passed, N failed".
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { checkNode, ensureBrowser, ensureInstalled, ensurePostgres, root } from './setup.mjs';

checkNode();
ensureInstalled();

const only = process.argv.slice(2);
const reports = path.join(root, 'test-results');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const cached = (name) => path.join(root, 'node_modules', '.cache', 'yardstick', name);
const vitest = (name, ...args) => {
  const file = path.join(reports, `${name}.json`);
  return {
    command: bin('vitest'),
    args: ['run', ...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    counts: () => vitestCounts(file),
  };
};
/** A project of playwright.config.ts; beside the build it waits for that. */
const journeys = (name, project) => {
  const file = path.join(reports, `${name}.json`);
  return {
    command: bin('playwright'),
    args: ['test', `--project=${project}`],
    after: 'build',
    report: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    needs: ensureBrowser,
    counts: () => playwrightCounts(file),
  };
};
const types = (name, project) => ({
  name,
  lane: 'checks',
  command: bin('tsc'),
  args: ['-p', project, '--incremental', '--tsBuildInfoFile', cached(`${name}.tsbuildinfo`)],
});

/**
 * Each is one check, or counts the tests that it ran. Steps of one lane run one after another, lanes side by side as
 * `tracksOf` says: checks and tests keep the processor busy, while the product's journeys mostly wait for something.
 */
const steps = [
  {
    name: 'format',
    lane: 'checks',
    command: bin('prettier'),
    args: ['--check', '--log-level', 'warn', '--cache', '--cache-location', cached('prettier'), '.'],
  },
  types('types-web', 'tsconfig.json'),
  types('types-node', 'tsconfig.node.json'),
  types('types-e2e', 'tsconfig.e2e.json'),
  {
    name: 'lint',
    lane: 'checks',
    command: bin('eslint'),
    args: ['.', '--max-warnings=0'],
    env: { NODE_OPTIONS: '--max-old-space-size=6144' },
  },
  {
    name: 'imports',
    lane: 'checks',
    command: bin('depcruise'),
    args: ['contract', 'lib', 'catalog', 'db', 'server', 'worker', 'src', 'testing', 'e2e'],
  },
  { name: 'unused', lane: 'checks', command: bin('knip'), args: [] },
  { name: 'unit', lane: 'tests', ...vitest('unit') },
  {
    name: 'postgres',
    lane: 'tests',
    ...vitest('postgres', 'db/', 'server/'),
    env: { TEST_DATABASE: 'postgres' },
    needs: ensurePostgres,
  },
  { name: 'build', lane: 'product', command: process.execPath, args: ['scripts/build.mjs'] },
  { name: 'budgets', lane: 'product', command: bin('size-limit'), args: [] },
  { name: 'first-loads', lane: 'product', command: process.execPath, args: ['scripts/budgets.mjs'] },
  { name: 'e2e', lane: 'product', ...journeys('e2e', 'pages') },
  { name: 'e2e-waits', lane: 'waits', ...journeys('e2e-waits', 'waits') },
  { name: 'e2e-alone', lane: 'alone', ...journeys('e2e-alone', 'alone') },
  {
    name: 'e2e-postgres',
    lane: 'alone',
    ...journeys('e2e-postgres', 'alone'),
    env: { TEST_DATABASE: 'postgres' },
    needs: () => (ensureBrowser(), ensurePostgres()),
  },
  {
    name: 'chaos',
    lane: 'recovery',
    command: process.execPath,
    args: ['--import', 'tsx', 'testing/chaos/main.ts', '--rounds', '1'],
  },
];

const unknown = only.filter((name) => !steps.some((step) => step.name === name));
const chosen = only.length === 0 ? steps : steps.filter((step) => only.includes(step.name));
if (unknown.length > 0) {
  console.error(
    `No such step: ${unknown.join(', ')}. There are: ${steps.map((step) => step.name).join(', ')}.`,
  );
  process.exit(2);
}

// What a step needs is installed before any starts: two package managers do not run at once.
for (const step of chosen) step.needs?.();

const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(130);
  });

const startedAt = Date.now();
const results = new Map();
/** Of each step the promise of its end, for steps that come after it, and how that is kept. */
const ends = new Map(
  chosen.map(({ name }) => {
    let end;
    return [name, { promise: new Promise((resolve) => (end = resolve)), end }];
  }),
);
await Promise.all(tracksOf(chosen, availableParallelism()).map(runTrack));

const failures = chosen.filter((step) => (results.get(step.name)?.failed ?? 1) > 0).map((step) => step.name);
const total = (key) =>
  chosen.reduce((sum, step) => sum + (results.get(step.name) ?? { passed: 0, failed: 1 })[key], 0);
if (chosen.length > 1) console.log(`\nAll steps in ${secondsSince(startedAt)} s`);
// Last, because often only the end of a long log is kept.
for (const name of failures)
  for (const line of results.get(name)?.faults ?? []) console.log(`\n✘ ${name}: ${line}`);
if (failures.length > 0)
  console.log(`\nFailed: ${failures.join(', ')}. One step alone: npm test -- ${failures[0]}`);
console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') === 0 ? 0 : 1);

/**
 * Tracks run side by side, the phases of a track one after another, the lanes of a phase side by side. One core runs
 * everything in order. On two or three the journeys run one after another (side by side they were measured to gain little
 * and to come late), and none meets the unit tests, which take every core: the load generator would be late and say so.
 * The checks give way to all (`politely`).
 */
function tracksOf(all, cores) {
  const tracks =
    cores < 2
      ? [[[['checks', 'tests', 'product', 'waits', 'alone', 'recovery']]]]
      : cores < 4
        ? [[[['checks']]], [[['product', 'waits', 'alone']], [['tests'], ['recovery']]]]
        : [[[['checks'], ['tests']]], [[['product'], ['waits']], [['alone', 'recovery']]]];
  return tracks.map((phases) =>
    phases.map((lanes) => lanes.map((names) => all.filter((step) => names.includes(step.lane)))),
  );
}

async function runTrack(phases) {
  for (const lanes of phases) await Promise.all(lanes.map(runLane));
}

async function runLane(lane) {
  for (const step of lane) {
    await ends.get(step.after)?.promise;
    const began = Date.now();
    console.log(`\n── ${step.name} …`);
    const { code, output } = await runStep(step);
    const counts = countsOf(step, code);
    results.set(step.name, counts);
    process.stdout.write(output);
    console.log(
      `── ${step.name}: ${counts.passed} passed, ${counts.failed} failed in ${secondsSince(began)} s`,
    );
    ends.get(step.name).end();
  }
}

function countsOf(step, code) {
  let counts = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  try {
    counts = step.counts?.() ?? counts;
  } catch (error) {
    console.error(`${step.name}: its report cannot be read: ${error.message}`);
    counts = { passed: 0, failed: 1 };
  }
  counts.faults = (counts.faults ?? []).slice(0, 20);
  // A runner that breaks without a failing test has failed all the same, and so has one that ran nothing.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  if (step.counts && counts.passed + counts.failed === 0) counts.failed = 1;
  return counts;
}

/** Its exit code, and what it printed unless it is the only step: that one prints as it goes. */
function runStep(step) {
  return new Promise((resolve) => {
    const [command, args] = politely(step);
    const child = spawn(command, args, {
      cwd: root,
      stdio: chosen.length === 1 ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...step.report, ...step.env },
    });
    running.add(child);
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
    const end = (code) => {
      running.delete(child);
      resolve({ code, output: Buffer.concat(chunks) });
    };
    child.on('error', (error) => {
      chunks.push(Buffer.from(`${error.message}\n`));
      end(1);
    });
    child.on('close', (code) => end(code ?? 1));
    // A process that a step left behind may hold its output open.
    child.on('exit', (code) => setTimeout(end, 5_000, code ?? 1).unref());
  });
}

/** Checks give way to all that is beside them, which is about time: a press that comes late is another press. */
function politely({ lane, command, args }) {
  return lane === 'checks' && chosen.length > 1 && process.platform !== 'win32'
    ? ['nice', ['-n', '15', command, ...args]]
    : [command, args];
}

function secondsSince(at) {
  return ((Date.now() - at) / 1000).toFixed(0);
}

function vitestCounts(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const broken = report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  );
  const faults = report.testResults.flatMap((result) =>
    result.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => fault(result.name, test.fullName, test.failureMessages[0])),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    faults: [...broken.map((result) => fault(result.name, 'the file', result.message)), ...faults],
  };
}

function playwrightCounts(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const faults = report.suites
    .flatMap(specsOf)
    .flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === 'unexpected')
        .map((test) => fault(spec.file, spec.title, test.results.at(-1)?.error?.message)),
    );
  return { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected, faults };
}

/** One test that failed: its file, its name and the first lines of its error, without colours. */
function fault(file, title, message = '') {
  // eslint-disable-next-line no-control-regex
  const plain = message.replaceAll(/\u001B\[[0-9;]*m/g, '').trim();
  return [
    `${path.relative(root, path.resolve(root, file))} › ${title}`,
    ...plain.split('\n').slice(0, 12),
  ].join('\n    ');
}
