import { fileURLToPath } from 'node:url';
import { AI_MODELS } from '#catalog/ai-models/index.ts';
import { GPUS } from '#catalog/gpus/index.ts';
import { readArtifact } from '../calibration/artifact.ts';
import { createPredictor } from '../calibration/trained-predictor.ts';
import { createSolver } from './solver.ts';

/**
 * `npm run bench:sizer [-- ROUNDS]`: processor time of one solve over the whole catalog, for a mix of requests; median and
 * p99 in milliseconds of one core. Fails above 50 ms median or 150 ms p99.
 */
const LIMITS = { medianMs: 50, p99Ms: 150 } as const;

const MIX: readonly { readonly name: string; readonly features: Record<string, unknown> }[] = [
  { name: 'dense 70B', features: { display_model: 'Llama-3.1-70B', conc: 64, isl: 2000, osl: 500 } },
  {
    name: 'dense 8B, nodes',
    features: { display_model: 'Llama-3.1-8B', conc: 256, isl: 1024, osl: 128, max_nodes: 2 },
  },
  {
    name: 'MoE, budget',
    features: { display_model: 'DeepSeek-R1', conc: 128, isl: 1024, osl: 1024, budget_usd: 600_000 },
  },
  {
    name: 'MoE, throughput',
    features: { display_model: 'gpt-oss-120b', target_tokens_per_sec: 20_000, isl: 1024, osl: 1024 },
  },
  {
    name: 'users',
    features: {
      display_model: 'Qwen3-235B-A22B',
      active_users_peak: 500,
      target_tokens_per_sec_per_user: 30,
    },
  },
  {
    name: 'p99',
    features: { display_model: 'Qwen3-32B', conc: 32, isl: 8000, osl: 1000, max_latency_p99_ms: 8_000 },
  },
  { name: 'no load', features: { display_model: 'Llama-3.1-70B' } },
  { name: 'AMD only', features: { display_model: 'Kimi-K2.5', allowed_vendors: ['amd'], conc: 16 } },
  {
    name: 'growth, TCO',
    features: {
      display_model: 'Llama-3.1-405B',
      conc: 64,
      isl: 4096,
      osl: 512,
      growth_pct: 40,
      horizon_years: 3,
    },
  },
  {
    name: 'nothing fits',
    features: {
      display_model: 'DeepSeek-V3',
      conc: 2_000,
      isl: 8192,
      osl: 1024,
      budget_usd: 50_000,
      max_nodes: 1,
    },
  },
  {
    name: 'mix without a model',
    features: { workload_mix: { coding_assistant: 60, rag_search: 40 }, conc: 200 },
  },
];

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

function main(): void {
  const rounds = Number(process.argv[2] ?? 20);
  const artifact = readArtifact(fileURLToPath(new URL('../calibration/artifact.json', import.meta.url)));
  const solver = createSolver({ predictor: createPredictor(artifact), gpus: GPUS, models: AI_MODELS });
  // The predictor remembers what it was asked: no two questions have the same lengths, but those that leave them to a profile.
  let asked = 0;
  const run = (given: Record<string, unknown>): number => {
    const { isl, osl } = given;
    asked += 1;
    const features =
      typeof isl === 'number' && typeof osl === 'number'
        ? { ...given, isl: isl + asked, osl: osl + (asked % 61) }
        : { ...given, isl: 1000 + asked, osl: 300 + (asked % 61) };
    const before = process.cpuUsage();
    solver.solve({ fit: { modality_code: 'llm' }, solve_for: 'sizing_plan', features });
    const used = process.cpuUsage(before);
    return (used.user + used.system) / 1_000;
  };
  // A service answers warm: the compiler has seen the code.
  for (let round = 0; round < 3; round++) for (const { features } of MIX) run(features);
  const all: number[] = [];
  for (const { name, features } of MIX) {
    const times = Array.from({ length: rounds }, () => run(features)).sort((a, b) => a - b);
    all.push(...times);
    process.stdout.write(
      `${name.padEnd(22)} median ${percentile(times, 0.5).toFixed(1)} ms  p99 ${percentile(times, 0.99).toFixed(1)} ms\n`,
    );
  }
  all.sort((a, b) => a - b);
  const median = percentile(all, 0.5);
  const p99 = percentile(all, 0.99);
  process.stdout.write(
    `\n${all.length} solves over ${GPUS.length} GPU models: median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms of one core (limits ${LIMITS.medianMs} and ${LIMITS.p99Ms})\n`,
  );
  if (median > LIMITS.medianMs || p99 > LIMITS.p99Ms) process.exitCode = 1;
}

main();
