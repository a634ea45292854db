import '#src/styles.css';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { formatMetric } from '#contract/metrics.ts';
import type { ChartSpec } from '#lib/charts/chart-spec.ts';
import type { AxisZoom } from '#lib/charts/zoom.ts';
import { setUpZod } from '#src/api/zod-setup.ts';
import { ChartFrame } from '#src/components/chart/chart-frame.tsx';
import type { ChartView } from '#src/components/chart/chart-params.ts';
import type { MetricSeries } from '#src/components/chart/metric-series.ts';
import { toScatterSpec } from '#src/components/chart/scatter-series.ts';
import type { TelemetrySample } from '#src/components/chart/telemetry-series.ts';
import { TelemetryStrip } from '#src/components/chart/telemetry-strip.tsx';

/**
 * The page of `npm run bench:web` that charts are measured on: the real components, from rows to pixels. The address
 * says what to draw ("#scatter-10000", "#telemetry-36000"); data are made at load, drawing waits for `bench.show()`.
 */
declare global {
  interface Window {
    bench: {
      /** Draws a small chart and takes it away: the code has then run once, as on any page but a visit's first chart. */
      readonly warm: () => void;
      readonly show: () => void;
      /** Moves the x domain by a thousandth of its span, as panning does; scatter only. */
      readonly pan: () => void;
    };
  }
}

/** The same numbers on every run and machine: a linear congruential generator (Numerical Recipes). */
function randomNumbers(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const SERIES = 12;

function scatterSeries(points: number): MetricSeries[] {
  const random = randomNumbers();
  return Array.from({ length: SERIES }, (_, index) => ({
    id: `series-${index}`,
    name: `Deployment ${index}`,
    vendor: index % 2 === 0 ? 'nvidia' : 'amd',
    rows: Array.from({ length: Math.ceil(points / SERIES) }, () => {
      const load = random();
      return {
        tokens_per_sec: 400 + 6000 * load * (0.6 + 0.4 * random()),
        tpot_p50_ms: 8 + 60 * load * (0.5 + random()),
      };
    }),
  }));
}

const GPUS = 8;

function telemetrySamples(perGpu: number): TelemetrySample[] {
  const random = randomNumbers();
  return Array.from({ length: perGpu * GPUS }, (_, index) => ({
    at_unix_ms: 1_795_000_000_000 + Math.floor(index / GPUS) * 100,
    gpu_index: index % GPUS,
    power_w: 620 + 60 * random() - (random() < 0.0005 ? 300 : 0),
  }));
}

const labelOf = (): string => 'TP8, concurrency 64';

const [kind, count] = location.hash.slice(1).split('-');
const size = Number(count);
const isTelemetry = kind === 'telemetry';
const scatter = isTelemetry ? [] : scatterSeries(size);
const samples = isTelemetry ? telemetrySamples(size) : [];
const METRICS = ['power_w'] as const;
const X = 'tpot_p50_ms';

setUpZod();
const element = document.getElementById('root');
if (element === null) throw new Error('The bench page has no #root');
const root = createRoot(element);
// As on any page, text and numbers were there before the chart: fonts and number formats are loaded.
const before = (
  <h1>
    Charts <span className="font-semibold">{formatMetric('tokens_per_sec', 3214)}</span>{' '}
    {formatMetric('tpot_p50_ms', 8.25)}
  </h1>
);
flushSync(() => root.render(before));
const draw = (chart: ReactNode): void => flushSync(() => root.render(chart));
const VIEW: ChartView = { zoom: [], ruler: null };
let panels: readonly ChartSpec[] = [];
let zoom: AxisZoom | null = null;

function drawScatter(series: readonly MetricSeries[]): void {
  zoom = null;
  panels = [toScatterSpec({ title: 'Dense', x: X, y: 'tokens_per_sec', series, labelOf })];
  draw(<ChartFrame title="Dense" panels={panels} view={VIEW} />);
}

const drawTelemetry = (list: readonly TelemetrySample[]): void =>
  draw(<TelemetryStrip samples={list} window={null} vendor="nvidia" metrics={METRICS} />);

window.bench = {
  warm: () => {
    if (isTelemetry) drawTelemetry(samples.slice(0, 240 * GPUS));
    else drawScatter(scatterSeries(240));
    setTimeout(() => draw(before), 200);
  },
  show: () => {
    if (isTelemetry) drawTelemetry(samples);
    else drawScatter(scatter);
  },
  pan: () => {
    // As a gesture does: another stretch of the same panels.
    const { from, to } = zoom ?? { from: 8, to: 98 };
    const step = (to - from) / 1000;
    zoom = { axis: 'x', key: X, from: from + step, to: to + step };
    draw(<ChartFrame title="Dense" panels={panels} view={{ ...VIEW, zoom: [zoom] }} />);
  },
};
