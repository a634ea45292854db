import type { FORM_GOALS } from '#contract/sizer/form-state.ts';
import { type RequestInput, type SizerFormState } from '#contract/sizer/form-state.ts';
import { decimals } from '#lib/decimal-text.ts';
import { counted } from '#src/components/ui/counted.ts';
import type { MoreFeatures } from './sizer-search.ts';

export const GOAL_WORDS: Record<(typeof FORM_GOALS)[number], string> = {
  findViableHardware: 'Find hardware that can serve it',
  findViableWorkloadPlan: 'Plan for a workload',
  meetThroughput: 'Reach a throughput',
  meetLatencySlo: 'Keep a latency',
  stayWithinBudget: 'Stay within a budget',
  limitNodes: 'Stay within some nodes',
};

export const ANSWER_OPTIONS: { value: 'sizing_plan' | 'model_fit'; label: string }[] = [
  { value: 'sizing_plan', label: 'a plan: hardware, speed, money' },
  { value: 'model_fit', label: 'only whether the model fits' },
];

export const INPUT_WORDS: Record<RequestInput, string> = {
  modelServing: 'Model',
  frameworkFilter: 'Framework',
  precisionFilter: 'Precision',
  specMethod: 'Speculative decoding',
  parallelism: 'Parallelism',
  workloadShape: 'Load',
  workloadMix: 'Workload mix',
  activeUsersPeak: 'Active users',
  targetThroughput: 'Throughput target',
  latencyLimit: 'Latency limit',
  latencyProfile: 'Latency profile',
  budget: 'Budget',
  nodeLimit: 'Node limit',
  growth: 'Growth',
  hardwareFilter: 'Hardware filter',
  inventory: 'Inventory',
};

export const FRAMEWORK_OPTIONS = [
  { value: 'any', label: 'any' },
  { value: 'vllm', label: 'vLLM' },
  { value: 'sglang', label: 'SGLang' },
  { value: 'trt-llm', label: 'TensorRT-LLM' },
];
export const PRECISION_OPTIONS = ['any', 'bf16', 'fp8', 'fp4', 'int8', 'int4'].map((value) => ({
  value,
  label: value === 'any' ? 'any' : value.toUpperCase(),
}));
export const SPEC_OPTIONS = [
  { value: 'none', label: 'none' },
  { value: 'mtp', label: 'MTP' },
  { value: 'eagle3', label: 'EAGLE-3' },
  { value: 'ngram', label: 'n-gram' },
];
export const SCOPE_OPTIONS: { value: SizerFormState['targetThroughputScope']; label: string }[] = [
  { value: 'totalFleet', label: 'whole fleet' },
  { value: 'perUser', label: 'per active user' },
  { value: 'perRequest', label: 'per request in flight' },
  { value: 'perUserRequest', label: "per active user's request" },
];
export const BASIS_OPTIONS: { value: SizerFormState['budgetBasis']; label: string }[] = [
  { value: 'capex', label: 'capex' },
  { value: 'opex_annual', label: 'opex of a year' },
  { value: 'tco', label: 'TCO' },
];
export const SLO_OPTIONS = [
  { value: 'production', label: 'production' },
  { value: 'strict', label: 'strict' },
  { value: 'batch', label: 'batch' },
];
export const SORT_OPTIONS = [
  { value: 'recommended', label: 'recommended' },
  { value: 'lowest_cost', label: 'lowest cost' },
  { value: 'fewest_gpus', label: 'fewest GPUs' },
  { value: 'highest_throughput', label: 'highest throughput' },
  { value: 'lowest_latency', label: 'lowest latency' },
  { value: 'lowest_power', label: 'lowest power' },
];
export const MIX_LABELS: { key: keyof SizerFormState['workloadMix']; label: string }[] = [
  { key: 'codingAssistant', label: 'Coding assistant' },
  { key: 'customerSupport', label: 'Customer support' },
  { key: 'agenticWorkflows', label: 'Agentic workflows' },
  { key: 'ragSearch', label: 'RAG search' },
];

const number = (value: number, unit = '') => `${decimals(value, 3)}${unit === '' ? '' : ` ${unit}`}`;
const amount = (unit: string) => (value: unknown) =>
  value === 0 || typeof value !== 'number' ? 'not set' : number(value, unit);
const word = (options: readonly { value: string; label: string }[]) => (value: unknown) =>
  options.find((one) => one.value === value)?.label ?? String(value);
const list = (value: unknown) => {
  const items = value as readonly string[];
  return items.length === 0 ? 'any' : items.join(', ');
};

interface FieldWords {
  label: string;
  say: (value: never) => string;
}
const field = (label: string, say: (value: unknown) => string): FieldWords => ({ label, say });

/** What each field is called and how its value is said: in diffs of the chat, exports and notes. */
export const FIELD_WORDS: Partial<Record<keyof SizerFormState, FieldWords>> = {
  displayModel: field('Model', (value) => (value === '' ? 'none' : String(value))),
  sizingGoal: field('Goal', (value) => GOAL_WORDS[value as keyof typeof GOAL_WORDS]),
  framework: field('Framework', word(FRAMEWORK_OPTIONS)),
  precision: field('Precision', word(PRECISION_OPTIONS)),
  specMethod: field('Speculative decoding', word(SPEC_OPTIONS)),
  allowedGpuModels: field('GPU models', list),
  allowedGpuVendors: field('Vendors', list),
  concurrency: field('Concurrency', amount('in flight')),
  inputSequenceLength: field('Input length', amount('tokens')),
  outputSequenceLength: field('Output length', amount('tokens')),
  tokenProfileMode: field('Token lengths', (value) =>
    value === 'explicitTokens' ? 'as given' : 'from the workload mix',
  ),
  workloadMix: field('Workload mix', (value) =>
    MIX_LABELS.flatMap(({ key, label }) => {
      const weight = (value as SizerFormState['workloadMix'])[key];
      return weight > 0 ? [`${label} ${number(weight)} %`] : [];
    }).join(', '),
  ),
  activeUsersPeak: field('Active users, peak', amount('')),
  targetTokensPerSecond: field('Throughput target', amount('tokens/s')),
  targetThroughputScope: field('Throughput counted over', word(SCOPE_OPTIONS)),
  maxP99E2EMs: field('p99 end to end, at most', amount('ms')),
  latencySlo: field('Latency profile', word(SLO_OPTIONS)),
  budgetUsd: field('Budget', (value) => (value === 0 ? 'not set' : `$${number(value as number)}`)),
  budgetBasis: field('Budget counted on', word(BASIS_OPTIONS)),
  horizonYears: field('Horizon', (value) => counted(value as number, 'year')),
  growthPct: field('Growth', (value) => `${number(value as number)} % a year`),
  maxNodes: field('Nodes, at most', amount('')),
  availableInventoryRows: field('Inventory', (value) => {
    const rows = value as SizerFormState['availableInventoryRows'];
    return rows.length === 0 ? 'none' : rows.map((row) => `${row.count} × ${row.gpuModel}`).join(', ');
  }),
  tensorParallelism: field('Tensor parallelism', amount('')),
  servingProcessorCount: field('GPUs', amount('')),
  recommendationSort: field('Order', word(SORT_OPTIONS)),
  modality: field('Modality', String),
};

/** What is called how of the features that no field carries. */
export const MORE_WORDS: Record<keyof MoreFeatures, string> = {
  num_decode_gpu: 'GPUs for decode',
  num_prefill_gpu: 'GPUs for prefill',
  prefill_tp: 'Tensor parallelism of prefill',
  ep: 'Expert parallelism',
  dp_attention: 'Data parallel attention',
  pp: 'Pipeline parallelism',
  mode: 'Serving mode',
  framework_version: 'Framework version',
  kv_precision: 'KV cache precision',
  spec_accept_length: 'Tokens accepted a step',
  usd_per_kwh: 'USD per kWh',
  residual_pct: 'Residual value (%)',
};

/** A field's value in words. */
export function sayField(key: keyof SizerFormState, value: unknown): string {
  return FIELD_WORDS[key]?.say(value as never) ?? JSON.stringify(value);
}
