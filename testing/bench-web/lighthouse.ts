import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { freePort } from '#testing/product.ts';
import { printMeasured, type Measured } from './built-page.ts';
import { chromiumPath } from './chromium-path.ts';
import { signInTo, withLab, type LabBrowser } from './lab-browser.ts';
import { pageRoutes } from './page-routes.ts';

/**
 * `npm run bench:lighthouse [-- PART OF A PATH …]`: Lighthouse on every page of the lab, signed in, as a desktop and as
 * a phone. It is fetched from the registry for the run: 12 is the last that runs on Node 20, and every clone would carry
 * its 100 packages. Goals are those of the dashboard design, section 5; its performance is right on an idle machine only.
 */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const PRESETS = {
  desktop: { flags: ['--preset=desktop'], performance: 95 },
  mobile: { flags: [], performance: 85 },
} as const;
type Preset = keyof typeof PRESETS;
const PERFECT = 100;
const LIMIT_MS = 180_000;

const reportSchema = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  finalDisplayedUrl: z.string(),
  categories: z.record(
    z.string(),
    z.object({
      title: z.string(),
      score: z.number().nullable(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.number().nullable(), displayValue: z.string().optional() }),
  ),
});
type Report = z.infer<typeof reportSchema>;

/** Runs Lighthouse in the browser at a port. Throws with what it said where it gives no report. */
async function reportOf(address: string, port: number, preset: Preset, folder: string): Promise<Report> {
  const file = join(folder, 'report.json');
  const args = [
    '--yes',
    LIGHTHOUSE,
    address,
    `--port=${port}`,
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
    '--no-enable-error-reporting',
    '--only-categories=performance,accessibility,best-practices',
    // The session stays.
    '--disable-storage-reset',
    ...PRESETS[preset].flags,
  ];
  const child = spawn('npx', args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: LIMIT_MS });
  let said = '';
  child.stderr.on('data', (text) => (said += String(text)));
  const code = await new Promise<number | null>((done) => child.once('exit', done));
  if (code !== 0) throw new Error(`Lighthouse ended with ${code ?? 'a signal'}: ${said.slice(-2_000)}`);
  const report = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  if (report.runtimeError !== undefined) throw new Error(`${address}: ${report.runtimeError.message}`);
  if (new URL(report.finalDisplayedUrl).pathname !== new URL(address).pathname)
    throw new Error(`${address} led to ${report.finalDisplayedUrl}`);
  return report;
}

function figuresOf(path: string, preset: Preset, report: Report): Measured[] {
  const score = (category: string) => 100 * (report.categories[category]?.score ?? NaN);
  const goals = {
    performance: PRESETS[preset].performance,
    accessibility: PERFECT,
    'best-practices': PERFECT,
  };
  return Object.entries(goals).map(([category, goal]) => ({
    name: `${path}, ${preset}, ${category}, short of ${goal}`,
    value: Math.max(0, goal - Math.round(score(category))),
    unit: `(${Math.round(score(category))})`,
    limit: 0,
  }));
}

/** What costs points, heaviest first. */
function explain(report: Report): void {
  for (const { title, auditRefs } of Object.values(report.categories)) {
    const lost = auditRefs
      .map(({ id, weight }) => ({
        ...report.audits[id],
        points: weight * (1 - (report.audits[id]?.score ?? 1)),
      }))
      .filter(({ points }) => points > 0)
      .sort((a, b) => b.points - a.points);
    for (const audit of lost)
      console.log(
        `    ${title}: ${audit.title ?? ''} ${audit.displayValue ?? ''} (−${audit.points.toFixed(1)})`,
      );
  }
}

/** Both presets on the pages of a running lab, or on those whose path contains one of `only`. */
async function measure(lab: LabBrowser, only: readonly string[]): Promise<readonly Measured[]> {
  const routes = await pageRoutes(lab, only);
  const folder = mkdtempSync(join(tmpdir(), 'yardstick-lighthouse-'));
  const port = await freePort();
  // Lighthouse opens its tab in the browser's own profile, where a persistent context keeps its cookies.
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    ...chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  try {
    await signInTo(context, lab);
    const measured: Measured[] = [];
    for (const { path } of routes)
      for (const preset of Object.keys(PRESETS) as Preset[]) {
        const report = await reportOf(lab.addressOf(path), port, preset, folder);
        const figures = figuresOf(path, preset, report);
        console.log(`${path}, ${preset}: ${figures.map(({ unit }) => unit).join(' ')}`);
        explain(report);
        measured.push(...figures);
      }
    return measured;
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = printMeasured(await withLab((lab) => measure(lab, process.argv.slice(2)))) === 0 ? 0 : 1;
