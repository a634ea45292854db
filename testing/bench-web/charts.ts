import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { z } from 'zod';
import { cpuOf, median, printMeasured, withBuiltPage, type Measured } from './built-page.ts';

/**
 * Dense charts, measured: a production build of a page of the real chart components, from rows to pixels, in Chromium,
 * main-thread CPU. The goals are for a page that has drawn a chart before; the first of a visit also compiles the code
 * (some 20 ms). Goals are those of the dashboard design, section 5. Alone: `npx tsx testing/bench-web/charts.ts`.
 */
interface Dense {
  readonly name: string;
  readonly hash: string;
  /** Null where the chart is only there to compare with: what a chart costs whatever it shows. */
  readonly drawMs: number | null;
  readonly canPan: boolean;
}

const DENSE: readonly Dense[] = [
  { name: 'scatter of 240', hash: 'scatter-240', drawMs: null, canPan: true },
  { name: 'scatter of 10,000', hash: 'scatter-10000', drawMs: 50, canPan: true },
  { name: 'scatter of 50,000', hash: 'scatter-50000', drawMs: 120, canPan: false },
  { name: 'telemetry 8 × 36,000', hash: 'telemetry-36000', drawMs: 80, canPan: false },
];
const NODES = 400;
const HOVER_MS = 2;
const PAN_MS = 12;
/** Fresh pages of which the median counts, and moves of one hover or pan. */
const [RUNS, MOVES] = [5, 60];

interface Figures {
  /** As the first chart of a visit: the code is compiled as it runs. */
  readonly first: number;
  readonly draw: number;
  readonly nodes: number;
  readonly hover: number;
  readonly pan: number | null;
}

async function measure(browser: Browser, address: string, canPan: boolean): Promise<Figures> {
  const page = await browser.newPage({ viewport: { width: 1148, height: 700 } });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(address);
    await page.waitForFunction('window.bench !== undefined');
    const idle = await cpuOf(page, session, () => page.evaluate('0'));
    const drawn = async (): Promise<number> => {
      // What making the data left behind is not the chart's to clear.
      await session.send('HeapProfiler.collectGarbage');
      return (await cpuOf(page, session, () => page.evaluate('window.bench.show()'))) - idle;
    };
    const first = await drawn();
    await page.evaluate('window.bench.warm()');
    await page.waitForFunction(`document.querySelector('section') === null`);
    const draw = await drawn();
    const nodes = Number(await page.evaluate(`document.querySelectorAll('section *').length`));
    const plot = await page.locator('[role=application] .relative').first().boundingBox();
    if (!plot) throw new Error('The chart was not drawn');
    const moves = async (): Promise<void> => {
      for (let move = 0; move < MOVES; move += 1) {
        const along = (move + 1) / (MOVES + 1);
        await page.mouse.move(plot.x + plot.width * along, plot.y + plot.height * (0.9 - 0.7 * along));
      }
    };
    await moves();
    const hover = ((await cpuOf(page, session, moves)) - idle) / MOVES;
    const pans = (): Promise<unknown> =>
      page.evaluate(`(async () => {
        for (let move = 0; move < ${MOVES}; move += 1) {
          window.bench.pan();
          await new Promise(requestAnimationFrame);
        }
      })()`);
    const pan = canPan ? ((await cpuOf(page, session, pans)) - idle) / MOVES : null;
    if (errors.length > 0) throw new Error(errors.join('; '));
    return { first, draw, nodes, hover, pan };
  } finally {
    await page.close();
  }
}

function figuresOf({ name, drawMs }: Dense, runs: readonly Figures[]): Measured[] {
  const figure = (what: string, unit: string, limit: number | null, of: (run: Figures) => number) => ({
    name: `${name}, ${what}`,
    value: median(runs.map(of)),
    unit,
    limit: drawMs === null ? null : limit,
  });
  const measured = [
    figure('first of a visit', 'CPU ms', null, ({ first }) => first),
    figure('drawn', 'CPU ms', drawMs, ({ draw }) => draw),
    figure('elements', 'nodes', NODES, ({ nodes }) => nodes),
    figure('hover', 'CPU ms a move', HOVER_MS, ({ hover }) => hover),
  ];
  const canPan = runs.some(({ pan }) => pan !== null);
  return canPan ? [...measured, figure('pan', 'CPU ms a frame', PAN_MS, ({ pan }) => pan ?? NaN)] : measured;
}

/** In the page: pixels of the canvas that are not its ground, the ground, and paths of series in the SVG. */
const READ = `(() => {
  const paths = document.querySelectorAll('section svg path').length;
  const canvas = document.querySelector('section canvas');
  if (!canvas) return { inked: null, ground: null, paths };
  const words = new Uint32Array(
    canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer,
  );
  return { inked: words.filter((word) => word !== words[0]).length, ground: words[0], paths };
})()`;
const readSchema = z.object({
  inked: z.number().nullable(),
  ground: z.number().nullable(),
  paths: z.number(),
});

/** Throws unless a dense chart is drawn, drawn anew for another theme, and drawn as paths on paper. */
async function checkDrawing(browser: Browser, address: string): Promise<void> {
  const page = await browser.newPage();
  const read = async () => {
    await page.waitForTimeout(200);
    return readSchema.parse(await page.evaluate(READ));
  };
  try {
    await page.goto(address);
    await page.waitForFunction('window.bench !== undefined');
    await page.evaluate('window.bench.show()');
    const light = await read();
    await page.evaluate(`document.documentElement.dataset.theme = 'dark'`);
    const dark = await read();
    await page.emulateMedia({ media: 'print' });
    const printed = await read();
    const faults = [
      !((light.inked ?? 0) > 10_000) && 'no points on the canvas',
      !((dark.inked ?? 0) > 10_000 && dark.ground !== light.ground) && 'not drawn anew for the dark theme',
      !(printed.inked === null && printed.paths > light.paths) && 'not printed as paths',
    ].filter((fault) => fault !== false);
    if (faults.length > 0) throw new Error(`A dense chart was ${faults.join(', ')}`);
  } finally {
    await page.close();
  }
}

/** Draws every dense chart five times in fresh pages, and gives the medians. Throws where one is not drawn. */
export function run(): Promise<readonly Measured[]> {
  return withBuiltPage('charts.html', async (browser, address) => {
    await checkDrawing(browser, `${address}#scatter-10000`);
    const measured: Measured[] = [];
    for (const dense of DENSE) {
      const runs: Figures[] = [];
      for (let index = 0; index < RUNS; index += 1)
        runs.push(await measure(browser, `${address}#${dense.hash}`, dense.canPan));
      measured.push(...figuresOf(dense, runs));
    }
    return measured;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = printMeasured(await run()) === 0 ? 0 : 1;
