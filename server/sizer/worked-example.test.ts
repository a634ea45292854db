import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';
import { describe, expect, it } from 'vitest';
import { AI_MODELS } from '#catalog/ai-models/index.ts';
import { GPUS } from '#catalog/gpus/index.ts';
import { readPublishedResults } from '#catalog/published/published.ts';
import { grouped } from '#lib/grouped.ts';
import { accuracyTable, confidenceTable, coverageTable, trainedOn } from './accuracy-tables.ts';
import { readArtifact } from './calibration/artifact.ts';
import { CONFIDENCE_FROM } from './calibration/intervals.ts';
import { compareWithMlperf, mlperfCases } from './calibration/mlperf.ts';
import { mlperfMarkdown } from './calibration/mlperf-table.ts';
import { SHIPPED_CATALOG } from './calibration/observation.ts';
import { createPredictor } from './calibration/trained-predictor.ts';
import { latencyLimits } from './solve/latency-profiles.ts';
import { DEFAULT_USD_PER_KWH, residualPct, SUPPORT_SHARE_PER_YEAR } from './solve/money.ts';
import { MAX_CONCURRENCY_PER_REPLICA } from './solve/performance.ts';
import { UTILISATION_HEADROOM } from './solve/plan.ts';
import { isAnswer } from './solve/solve-outcome.ts';
import { createSolver } from './solve/solver.ts';
import { DEFAULT_TOKENS, WORKLOAD_PROFILES } from './solve/workload-profiles.ts';
import {
  EXAMPLE_REQUEST,
  fleetText,
  memoryTable,
  timesText,
  tpotTable,
  ttftTable,
  workedExample,
  type WorkedExample,
} from './worked-example.ts';

const DOC = fileURLToPath(new URL('../../docs/sizer.md', import.meta.url));
const artifact = readArtifact(fileURLToPath(new URL('calibration/artifact.json', import.meta.url)));
const predictor = createPredictor(artifact);

function theExample(): WorkedExample {
  const outcome = createSolver({ predictor, gpus: GPUS, models: AI_MODELS }).solve(EXAMPLE_REQUEST);
  if (!isAnswer(outcome)) throw outcome;
  const row = outcome.primary_recommendation;
  if (row === null) throw new Error('the worked example has no recommendation');
  return workedExample(artifact, predictor, row);
}
const example = theExample();
const physicsOf = (list: WorkedExample['tpotTerms'], name: string) =>
  list.find((term) => term.name === name)?.column;

/** Llama-3.1-70B from its config.json, by hand. */
const HIDDEN = 8192;
const LAYERS = 80;
const ATTENTION = 2 * HIDDEN * HIDDEN + 2 * HIDDEN * 8 * 128;
const MLP = 3 * HIDDEN * 28_672;
const IN_LAYERS = LAYERS * (ATTENTION + MLP);
const EMBEDDING = 128_256 * HIDDEN;
/** Two of them: keys and values, 8 heads of 128, 2 bytes, half on each of two GPUs. */
const KV_A_TOKEN = (2 * LAYERS * 8 * 128 * 2) / 2;

describe('the worked example, by hand', () => {
  const load = example.row.concurrency_per_replica;

  it('memory: matrices in layers 1 byte, embedding and head 2, halved over two GPUs', () => {
    const { memory } = example.memory;
    expect(memory.weights_gb).toBeCloseTo((IN_LAYERS + 4 * EMBEDDING) / 2 / 1e9, 2);
    expect(memory.kv_cache_gb).toBeCloseTo((load * 2048 * KV_A_TOKEN) / 1e9, 2);
    expect(memory.usable_gb).toBeCloseTo((0.9 * 143_771 * 1024 ** 2) / 1e9, 2);
    const room =
      memory.usable_gb -
      memory.weights_gb -
      memory.activations_gb -
      memory.communication_gb -
      memory.runtime_gb;
    expect(memory.kv_capacity_sequences).toBe(Math.floor((room * 1e9) / (2048 * KV_A_TOKEN)));
  });

  it('a decode step: bytes over 4,800 GB/s', () => {
    const bytesPerMs = 4.8e9;
    const weights = physicsOf(example.tpotTerms, 'dense weights') ?? 0;
    // The head is read at 1 byte or 2: either is within 1.5 % of the whole.
    expect(weights).toBeGreaterThan((IN_LAYERS + EMBEDDING) / 2 / bytesPerMs - 1e-6);
    expect(weights).toBeLessThan((IN_LAYERS + 2 * EMBEDDING) / 2 / bytesPerMs + 1e-6);
    const context = 1024 + 1024 / 2;
    const kv = physicsOf(example.tpotTerms, 'KV cache') ?? 0;
    expect(kv).toBeCloseTo((example.running * context * KV_A_TOKEN) / bytesPerMs, 2);
    expect(physicsOf(example.tpotTerms, 'all-reduce rounds')).toBeCloseTo(
      (2 * LAYERS * (1 + Math.log2(2))) / 1000,
      6,
    );
  });

  it('a prefill: 2 FLOP a weight and token over 1,979 TFLOPS, and one of them per osl steps and slot', () => {
    const prefill = physicsOf(example.ttftTerms, 'prefill FLOP') ?? 0;
    const flop = (2 * 1024 * IN_LAYERS) / 2;
    expect(prefill).toBeCloseTo(flop / 1.979e12, 1);
    const share = physicsOf(example.tpotTerms, 'prefill FLOP') ?? 0;
    expect(share).toBeCloseTo((example.running / 1024) * prefill, 3);
  });

  it('what follows: end to end, throughput and p99', () => {
    const { ttftMs, tpotMs, e2eMs, tokensPerSecPerGpu } = example.prediction;
    expect(e2eMs.value).toBeCloseTo(ttftMs.value + 1023 * tpotMs.value, 3);
    expect(tokensPerSecPerGpu.value).toBeCloseTo((load * 1024 * 1000) / e2eMs.value / 2, 3);
    expect(example.percentiles.e2eP99Ms).toBeCloseTo(2.62 * ttftMs.value + 1023 * 1.19 * tpotMs.value, 3);
  });

  it('the row of the answer holds the same figures', () => {
    const { row, prediction, percentiles } = example;
    expect(row.expected_tpot_p50_ms / prediction.tpotMs.value).toBeCloseTo(1, 2);
    expect(row.expected_ttft_p50_ms / prediction.ttftMs.value).toBeCloseTo(1, 2);
    expect(row.expected_p99_e2e_ms / percentiles.e2eP99Ms).toBeCloseTo(1, 2);
    expect(row.gpus_needed).toBe(row.replicas * 2);
    expect(row.concurrency_per_replica).toBe(Math.ceil(512 / row.replicas));
  });

  it('replicas, machines and money', () => {
    const { row } = example;
    expect(row.replicas).toBe(Math.ceil(512 / Math.floor(0.8 * row.max_concurrency_per_replica)));
    // Four replicas of two GPUs in a machine of eight.
    expect(row.nodes_needed).toBe(Math.ceil(row.replicas / 4));
    const bought = row.bill_of_materials.filter((line) => !line.included);
    const capex = bought.reduce((sum, line) => sum + line.quantity * (line.unit_price_usd ?? NaN), 0);
    expect(row.capex_usd).toBeCloseTo(capex, 0);
    const kw = row.gpus_needed * 1.73;
    expect(row.power_w).toBeCloseTo(1000 * kw, 0);
    const opex = kw * 8760 * 0.1 + 0.03 * capex;
    expect((row.opex_annual_usd ?? 0) / opex).toBeCloseTo(1, 3);
    expect((row.tco_usd ?? 0) / (capex + 3 * opex - 0.3 * capex)).toBeCloseTo(1, 3);
    const tokens = row.expected_tps_total * 8760 * 3600 * 3;
    expect((row.usd_per_million_tokens ?? 0) / (((row.tco_usd ?? 0) / tokens) * 1e6)).toBeCloseTo(1, 2);
  });
});

describe('docs/sizer.md', () => {
  /** What stands between `<!-- name -->` and `<!-- end -->`. */
  const blocks: Readonly<Record<string, () => string>> = {
    'trained on': () => trainedOn(artifact),
    accuracy: () => accuracyTable(artifact),
    confidence: () => confidenceTable(artifact),
    coverage: () => coverageTable(artifact),
    mlperf: () =>
      mlperfMarkdown(
        compareWithMlperf(predictor, mlperfCases(readPublishedResults(), SHIPPED_CATALOG)),
      ).trim(),
    'example memory': () => memoryTable(example),
    'example TPOT': () => tpotTable(example),
    'example TTFT': () => ttftTable(example),
    'example times': () => timesText(example),
    'example fleet': () => fleetText(example),
  };

  it('states the defaults that the solver takes', () => {
    const text = readFileSync(DOC, 'utf8');
    for (const { label, isl, osl } of Object.values(WORKLOAD_PROFILES)) {
      expect(text).toContain(`${label} ${grouped(isl)}/${grouped(osl)}`);
    }
    expect(text).toContain(`${grouped(DEFAULT_TOKENS.isl)} in, ${grouped(DEFAULT_TOKENS.osl)} out`);
    const production = latencyLimits('production', 1024);
    expect(text).toContain(
      `median TTFT up to ${(production.ttftMs ?? 0) / 1000} s, ${production.tpotMs ?? 0} ms a token`,
    );
    const strict = latencyLimits('strict', 1024);
    expect(text).toContain(`${strict.ttftMs ?? 0} ms, ${strict.tpotMs ?? 0} ms`);
    expect(latencyLimits('batch', 1024)).toEqual({ ttftMs: null, tpotMs: null });
    expect(text).toContain(`replicas = ⌈demand / (${UTILISATION_HEADROOM} · that)⌉`);
    expect(text).toContain(`$${DEFAULT_USD_PER_KWH.toFixed(2)} a kWh`);
    expect(text).toContain(`${SUPPORT_SHARE_PER_YEAR * 100} % of capex a year`);
    expect(text).toContain(`${residualPct(3).toFixed(0)} % after three years`);
    expect(text).toContain(`more than ${MAX_CONCURRENCY_PER_REPLICA} requests in a replica`);
    for (const { confidence, from } of CONFIDENCE_FROM) {
      expect(text).toMatch(new RegExp(`\\| \`${confidence}\` +\\| [^|]*${from === 0 ? 'below 0.1' : from}`));
    }
  });

  it('holds the figures of the shipped model; `npx vitest run server/sizer/worked-example.test.ts -u` writes them anew', async () => {
    let text = readFileSync(DOC, 'utf8');
    for (const [name, block] of Object.entries(blocks)) {
      const between = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- end -->)`);
      expect(text, `a block «${name}»`).toMatch(between);
      text = text.replace(between, (_, open: string, close: string) => `${open}\n${block()}\n${close}`);
    }
    const style = await prettier.resolveConfig(DOC);
    await expect(await prettier.format(text, { ...style, parser: 'markdown' })).toMatchFileSnapshot(DOC);
  });
});
