import { describe, expect, it } from 'vitest';
import { AI_MODELS } from '#catalog/ai-models/index.ts';
import { GPUS } from '#catalog/gpus/index.ts';
import type { SolveFeatures } from '#contract/sizer/solve-request.ts';
import { applyChanges } from '../dialogue/apply.ts';
import { NOTHING_EXPECTED } from './bare.ts';
import { readMessage } from './read-message.ts';

const catalog = { models: AI_MODELS, gpus: GPUS };

function read(message: string, features: SolveFeatures = {}) {
  return readMessage(message, {
    ...catalog,
    currentModel: AI_MODELS.find((model) => model.model_name === features.display_model) ?? null,
    hasAnswer: false,
    expectation: { ...NOTHING_EXPECTED, features },
  });
}

/** Features that a message gives, without the goal and the basis that goes with every budget. */
function featuresOf(message: string, before: SolveFeatures = {}): Record<string, unknown> {
  const after = applyChanges(before, read(message, before).changes, catalog).features;
  return Object.fromEntries(
    Object.entries(after).filter(
      ([key, value]) => key !== 'sizing_goal' && !(key === 'budget_basis' && value === 'capex'),
    ),
  );
}

const without = (...words: string[]) =>
  GPUS.map((gpu) => gpu.gpu_model).filter((slug) => !words.some((word) => slug.startsWith(word)));

describe('lengths', () => {
  it.each([
    ['2k in 500 out', 2000, 500],
    ['2k/500', 2000, 500],
    ['8k in 1k out', 8000, 1000],
    ['1024/128', 1024, 128],
    ['prompts around 1024, answers 1024', 1024, 1024],
    ['2k input and 500 output tokens', 2000, 500],
    ['input 2000 output 500', 2000, 500],
    ['isl=2048 osl=256', 2048, 256],
    ['isl 1024 osl 1024', 1024, 1024],
    ['3000 tokens in and 700 tokens out', 3000, 700],
    ['500 output tokens with 2000 input tokens', 2000, 500],
    ['1024 in and out', 1024, 1024],
    ['8k1k', 8000, 1000],
    ['4 to 8k prompts and 500-1000 token answers', 8000, 1000],
    ['8k context, 1k gen', 8000, 1000],
    ['1.024 in, 1.024 out', 1024, 1024],
    ['750 word prompts, 300 word answers', 1000, 400],
    ['isl:3000 osl:300', 3000, 300],
    ['2048+256 tokens', 2048, 256],
    ['2k imput 500 ouput', 2000, 500],
  ])('%s', (message, isl, osl) => expect(featuresOf(message)).toMatchObject({ isl, osl }));

  it('24/7 is no pair of lengths', () => expect(featuresOf('it runs 24/7')).toEqual({}));
});

describe('load', () => {
  it.each([
    ['64 concurrent users', { conc: 64 }],
    ['32 in flight', { conc: 32 }],
    ['concurrency 256', { conc: 256 }],
    ['concurrency of 1,024', { conc: 1024 }],
    ['conc=64', { conc: 64 }],
    ['16 users', { conc: 16 }],
    ['200 requests at the same time', { conc: 200 }],
    ['between 50 and 100 concurrent users', { conc: 100 }],
    ['two hundred fifty six concurrent requests', { conc: 256 }],
    ['a dozen parallel streams', { conc: 12 }],
    ['500 peak users', { active_users_peak: 500 }],
    ['peak of 500 users', { active_users_peak: 500 }],
    ['300 users at peak', { active_users_peak: 300 }],
    ['500 people, 10% of them at the same time', { conc: 50 }],
    ['64 gleichzeitige Nutzer', { conc: 64 }],
    ['pour 64 utilisateurs simultanés', { conc: 64 }],
    ['para 128 usuarios concurrentes', { conc: 128 }],
    ['64并发', { conc: 64 }],
    ['64同時接続', { conc: 64 }],
    ['The number of requests in flight shall be 96.', { conc: 96 }],
    ['64 ppl', { conc: 64 }],
  ])('%s', (message, expected) => expect(featuresOf(message)).toEqual(expected));
});

describe('throughput', () => {
  it.each([
    ['20,000 tokens per second', { target_tokens_per_sec: 20_000 }],
    ['20k tok/s', { target_tokens_per_sec: 20_000 }],
    ['20k t/s', { target_tokens_per_sec: 20_000 }],
    ['12k tps', { target_tokens_per_sec: 12_000 }],
    ['20.000 Tokens pro Sekunde', { target_tokens_per_sec: 20_000 }],
    ['3.6M tokens per hour', { target_tokens_per_sec: 1000 }],
    [
      'everybody should see 15 tokens/s, 200 active users at peak',
      { active_users_peak: 200, target_tokens_per_sec_per_user: 15, target_tokens_per_sec: 3000 },
    ],
    ['30 requests a minute, 2k out', { target_tokens_per_sec: 1000, osl: 2000 }],
    ['10 req/s, 1k in 200 out', { target_tokens_per_sec: 2000, isl: 1000, osl: 200 }],
    [
      'Our 500 peak users each want 30 tok/s',
      { active_users_peak: 500, target_tokens_per_sec_per_user: 30, target_tokens_per_sec: 15_000 },
    ],
    [
      '30 t/s each for 40 users',
      { active_users_peak: 40, target_tokens_per_sec_per_user: 30, target_tokens_per_sec: 1200 },
    ],
    [
      '64 concurrent, 25 tok/s per request',
      { conc: 64, target_tokens_per_sec_per_request: 25, target_tokens_per_sec: 1600 },
    ],
    [
      '100 concurrent users at 20 tokens/s/user',
      { conc: 100, target_tokens_per_sec_per_user: 20, target_tokens_per_sec: 2000 },
    ],
  ])('%s', (message, expected) => expect(featuresOf(message)).toEqual(expected));
});

describe('latency', () => {
  it.each([
    ['under 8 seconds p99', 8000],
    ['p99 <5s', 5000],
    ['keep p99 under 8 seconds', 8000],
    ['p99 below 800 ms', 800],
    ['latency max 1.5s', 1500],
    ['answers within half a second', 500],
    ['one minute p99 max', 60_000],
    ['p99 under 8', 8000],
    ['sub-second latency', 1000],
    ['p99 unter 2,5 Sekunden', 2500],
    ['p99低于8秒', 8000],
  ])('%s', (message, ms) => expect(featuresOf(message)).toEqual({ max_latency_p99_ms: ms }));

  it('p95 and a missing name are assumptions', () => {
    const notes = read('p95 under 2 s').changes.map((change) => change.note ?? '');
    expect(notes.join()).toContain('stricter than p95');
  });

  it.each([
    ['strict latency', { latency_slo: 'strict' }],
    ['batch processing', { latency_slo: 'batch' }],
    ['TTFT below 500ms', { latency_slo: 'strict' }],
    ['TPOT under 100 ms', { latency_slo: 'production' }],
  ])('%s', (message, expected) => expect(featuresOf(message)).toEqual(expected));
});

describe('money', () => {
  it.each([
    ['$600k', { budget_usd: 600_000 }],
    ['we have 1.2 million dollars', { budget_usd: 1_200_000 }],
    ['budget 600k', { budget_usd: 600_000 }],
    ['budget of $400-600k', { budget_usd: 600_000 }],
    ['half a million dollars', { budget_usd: 500_000 }],
    ['one and a half million dollars', { budget_usd: 1_500_000 }],
    ['$1,5 Mio', { budget_usd: 1_500_000 }],
    ['预算60万美元', { budget_usd: 600_000 }],
    ['$200k a year', { budget_usd: 200_000, budget_basis: 'opex_annual' }],
    ['opex at most $200k', { budget_usd: 200_000, budget_basis: 'opex_annual' }],
    ['400 grand', { budget_usd: 400_000 }],
    ['under 1 mil', { budget_usd: 1_000_000 }],
    ['$20k per month', { budget_usd: 240_000, budget_basis: 'opex_annual' }],
    ['$2M tco over 3 years', { budget_usd: 2_000_000, budget_basis: 'tco', horizon_years: 3 }],
    ['tco under 3 million over five years', { budget_usd: 3_000_000, budget_basis: 'tco', horizon_years: 5 }],
    ['growing 40% a year over 3 years', { growth_pct: 40, horizon_years: 3 }],
    ['traffic doubles every year', { growth_pct: 100 }],
    ['50% growth each year for 36 months', { growth_pct: 50, horizon_years: 3 }],
  ])('%s', (message, expected) => expect(featuresOf(message)).toEqual(expected));

  it('asks about other currencies instead of converting', () => {
    const { changes, doubts } = read('budget 500k €');
    expect(changes).toEqual([]);
    expect(doubts[0]?.feature).toBe('currency');
  });

  it('a budget of nothing is no budget', () => expect(featuresOf('set the budget to $0')).toEqual({}));
});

describe('hardware', () => {
  it.each([
    ['only H200 or B200', { allowed_gpu_models: ['h200-sxm', 'b200-sxm'] }],
    ['anything but H100', { allowed_gpu_models: without('h100') }],
    ['alles außer H100', { allowed_gpu_models: without('h100') }],
    ['H100以外', { allowed_gpu_models: without('h100') }],
    ['not h100, not h200', { allowed_gpu_models: without('h100', 'h200') }],
    ['AMD only', { allowed_vendors: ['amd'] }],
    ['no AMD', { allowed_vendors: ['nvidia', 'intel', 'google', 'aws'] }],
    ['not nvidia', { allowed_vendors: ['amd', 'intel', 'google', 'aws'] }],
    ["I don't want AMD or Intel", { allowed_vendors: ['nvidia', 'google', 'aws'] }],
    ['不要AMD', { allowed_vendors: ['nvidia', 'intel', 'google', 'aws'] }],
    ['nur H200', { allowed_gpu_models: ['h200-sxm'] }],
    [
      'only Hopper',
      {
        allowed_gpu_models: [
          'h100-pcie',
          'h100-sxm',
          'h100-nvl',
          'h20-96gb',
          'h200-sxm',
          'h200-nvl',
          'gh200-144gb',
        ],
      },
    ],
    ['on 8 H100s', { allowed_gpu_models: ['h100-sxm'], gpu_count: 8 }],
    [
      'we have 16 H100s and 8 A100',
      {
        available_inventory: [
          { gpu_model: 'h100-sxm', count: 16 },
          { gpu_model: 'a100-80gb-sxm', count: 8 },
        ],
      },
    ],
    [
      'a DGX H100 and two DGX H200 are available',
      {
        available_inventory: [
          { gpu_model: 'h100-sxm', count: 8 },
          { gpu_model: 'h200-sxm', count: 16 },
        ],
      },
    ],
    [
      'existing hardware: 2 nodes of 8x H100 each',
      { available_inventory: [{ gpu_model: 'h100-sxm', count: 16 }] },
    ],
    ['H100 vs MI300X', { allowed_gpu_models: ['h100-sxm', 'mi300x'] }],
    ['b two hundreds only', { allowed_gpu_models: ['b200-sxm'] }],
    ['we have 2 nodes of 8 H100', { available_inventory: [{ gpu_model: 'h100-sxm', count: 16 }] }],
    ['no more than 2 nodes', { max_nodes: 2 }],
    ['fit it on one box', { max_nodes: 1 }],
    ['höchstens 3 Knoten', { max_nodes: 3 }],
    ['最多2个节点', { max_nodes: 2 }],
    ['tp8', { decode_tp: 8 }],
  ])('%s', (message, expected) => expect(featuresOf(message)).toEqual(expected));

  it('asks about a card that the catalog lacks', () => {
    const { changes, doubts } = read('only L40 please');
    expect(changes).toEqual([]);
    expect(doubts[0]?.options).toContain('l40s-48gb');
  });

  it('never proposes what is ruled out and unknown', () => {
    expect(read('no V100').doubts).toEqual([]);
  });

  it('edits a list that stands', () => {
    const before: SolveFeatures = { allowed_gpu_models: ['h200-sxm', 'b200-sxm'] };
    expect(featuresOf('also allow MI300X', before)).toEqual({
      allowed_gpu_models: ['h200-sxm', 'b200-sxm', 'mi300x'],
    });
    expect(featuresOf('no B200', before)).toEqual({ allowed_gpu_models: ['h200-sxm'] });
    expect(featuresOf('AMD only', before)).toEqual({ allowed_vendors: ['amd'] });
    expect(featuresOf('drop the GPU filter', before)).toEqual({});
    expect(featuresOf('only H100', { allowed_vendors: ['amd'] })).toEqual({
      allowed_gpu_models: ['h100-sxm'],
    });
  });
});

describe('stack', () => {
  it.each([
    ['Llama 3.1 70B in fp8 on vLLM', { display_model: 'Llama-3.1-70B', precision: 'fp8', framework: 'vllm' }],
    ['DeepSeek-R1-FP4', { display_model: 'DeepSeek-R1', precision: 'fp4' }],
    [
      'nvidia/DeepSeek-V3.1-NVFP4 on TensorRT-LLM',
      { display_model: 'DeepSeek-V3.1', precision: 'fp4', framework: 'trt-llm' },
    ],
    ['qwen3 32b awq on sglagn', { display_model: 'Qwen3-32B', precision: 'int4', framework: 'sglang' }],
    ['kimi k2.5 with mtp', { display_model: 'Kimi-K2.5', spec_method: 'mtp' }],
    ['deepseek r1 with speculative decoding', { display_model: 'DeepSeek-R1', spec_method: 'mtp' }],
    ['llama three point one seventy b', { display_model: 'Llama-3.1-70B' }],
    ['deep seek r one in f p eight', { display_model: 'DeepSeek-R1', precision: 'fp8' }],
    ['kimi k two point five', { display_model: 'Kimi-K2.5' }],
    ['a 70b llama, llama 3.1 that is', { display_model: 'Llama-3.1-70B' }],
    ['mixtral eight by seven b', { display_model: 'Mixtral-8x7B-v0.1' }],
  ])('%s', (message, expected) => expect(featuresOf(message)).toEqual(expected));

  it.each(['size deepseek', 'gpt oss please', 'serve gpt-4o', 'deepseek r1 distill llama 70b', 'foobar-13b'])(
    '%s: asks which',
    (message) => {
      const { changes, doubts } = read(message);
      expect(changes.filter((change) => change.op === 'set' && change.feature === 'display_model')).toEqual(
        [],
      );
      expect(doubts[0]?.feature).toBe('display_model');
      expect(doubts[0]?.options.length).toBeGreaterThan(0);
    },
  );
});

describe('workload', () => {
  it.each([
    ['60% coding assistant and 40% rag', [60, 0, 0, 40]],
    ['70/30 coding and rag', [70, 0, 0, 30]],
    ['half coding, the rest support', [50, 50, 0, 0]],
    ['25% each of coding, support, agents and rag', [25, 25, 25, 25]],
    ['mostly rag with some coding', [20, 0, 0, 80]],
    ['for our customer support bot', [0, 100, 0, 0]],
  ])('%s', (message, [coding, support, agents, rag]) =>
    expect(featuresOf(message)['workload_mix']).toEqual({
      coding_assistant: coding,
      customer_support: support,
      agentic_workflows: agents,
      rag_search: rag,
    }),
  );
});

describe('order and lifting', () => {
  it.each([
    ['cheapest please', 'lowest_cost'],
    ['fewest GPUs', 'fewest_gpus'],
    ['sort by throughput', 'highest_throughput'],
    ['lowest power', 'lowest_power'],
  ])('%s', (message, sort) => expect(featuresOf(message)).toEqual({ recommendation_sort: sort }));

  const full: SolveFeatures = {
    display_model: 'Llama-3.1-70B',
    conc: 64,
    max_nodes: 2,
    budget_usd: 6e5,
    budget_basis: 'capex',
    max_latency_p99_ms: 5000,
    framework: 'vllm',
    precision: 'fp8',
  };
  it.each([
    ['drop the node limit', ['max_nodes']],
    ['forget the budget', ['budget_usd']],
    ['the budget does not matter', ['budget_usd']],
    ['no p99 limit and no node limit', ['max_latency_p99_ms', 'max_nodes']],
    ['any framework is fine', ['framework']],
    ['latency is irrelevant', ['max_latency_p99_ms']],
    ['vergiss das Budget', ['budget_usd']],
    ['oublie le budget', ['budget_usd']],
    ['取消节点限制', ['max_nodes']],
  ])('%s', (message, lifted) => {
    const after = featuresOf(message, full);
    const expected = Object.keys(full).filter((key) => !lifted.includes(key) && key !== 'budget_basis');
    expect(Object.keys(after).sort()).toEqual(expected.sort());
  });

  it.each([
    ['double the concurrency', { conc: 128 }],
    ['raise the budget by 50%', { budget_usd: 900_000 }],
    ['another $100k', { budget_usd: 700_000 }],
    ['actually 128 concurrent', { conc: 128 }],
    ['make that fp4', { precision: 'fp4' }],
    ['make it 80', { conc: 80 }],
    ['raise it to 700k', { budget_usd: 700_000 }],
    ['is it enough for 96?', { conc: 96 }],
    ['not too strict, 8 seconds', { max_latency_p99_ms: 8000 }],
  ])('%s', (message, expected) => expect(featuresOf(message, full)).toMatchObject(expected));
});

describe('what is read says where it stands', () => {
  it('each value carries its words', () => {
    const message = 'Serve Llama 3.1 70B, two hundred concurrent, budget of 1,2 million dollars';
    const spans = read(message).changes.map((change) =>
      message.slice(change.span.start, change.span.end).trim(),
    );
    expect(spans).toContain('Llama 3.1 70B');
    expect(spans).toContain('two hundred concurrent');
    expect(spans.some((span) => span.includes('1,2 million dollars'))).toBe(true);
  });

  it('figures that nothing understood are named', () => {
    expect(read('llama 70b, 42 zorgs').unread.map((span) => span.text)).toEqual(['42 zorgs']);
  });
});

describe('hostile lengths', () => {
  it.each(['1', '1 ', '¦ ', '⟦m0⟧ ', 'thanks ', 'llama ', 'H100, ', 'coding and ', 'in ', '8x '])(
    '8,000 characters of “%s” are read in time',
    (unit) => {
      const started = performance.now();
      read(unit.repeat(8_000).slice(0, 8_000));
      expect(performance.now() - started).toBeLessThan(5_000);
    },
  );
});
