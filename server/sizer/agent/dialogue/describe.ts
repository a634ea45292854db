import type { SolveFeatures } from '#contract/sizer/solve-request.ts';
import { grouped } from '../read/amount.ts';
import type { FeatureKey } from '../read/change.ts';
import { describeMix } from '../../solve/workload-profiles.ts';

const BASIS = { capex: 'capex', opex_annual: 'annual opex', tco: 'TCO' } as const;

/** Whether a value of a feature stands for a constraint at all. */
export function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/** One feature in words with its unit: `p99 end to end at most 5,000 ms`. */
export function describeFeature(key: FeatureKey, features: SolveFeatures): string {
  const value = features[key];
  const number = typeof value === 'number' ? grouped(value) : '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  switch (key) {
    case 'sizing_goal':
      return `goal ${text.replaceAll('_', ' ')}`;
    case 'display_model':
      return `model ${text}`;
    case 'conc':
      return `${number} requests in flight`;
    case 'isl':
      return `${number} tokens in`;
    case 'osl':
      return `${number} tokens out`;
    case 'target_tokens_per_sec':
      return `${number} tokens/s for the fleet`;
    case 'target_tokens_per_sec_per_user':
      return `${number} tokens/s a user`;
    case 'target_tokens_per_sec_per_request':
      return `${number} tokens/s a request`;
    case 'target_tokens_per_sec_per_user_request':
      return `${number} tokens/s for each request of a user`;
    case 'active_users_peak':
      return `${number} users at the peak`;
    case 'budget_usd':
      return `budget $${number} of ${BASIS[features.budget_basis ?? 'capex']}`;
    case 'budget_basis':
      return `budget compared with ${BASIS[features.budget_basis ?? 'capex']}`;
    case 'horizon_years':
      return `${number} ${value === 1 ? 'year' : 'years'}`;
    case 'growth_pct':
      return `growth ${number} % a year`;
    case 'latency_slo':
      return `latency profile ${text}`;
    case 'max_latency_p99_ms':
      return `p99 end to end at most ${number} ms`;
    case 'max_nodes':
      return `at most ${number} ${value === 1 ? 'node' : 'nodes'}`;
    case 'allowed_gpu_models': {
      const models = features.allowed_gpu_models ?? [];
      return models.length > 6 ? `${models.length} GPU models allowed` : `only ${models.join(', ')}`;
    }
    case 'allowed_vendors':
      return `vendors ${(features.allowed_vendors ?? []).join(', ')}`;
    case 'workload_mix':
      return features.workload_mix == null
        ? 'workload mix'
        : `workload ${describeMix(features.workload_mix)}`;
    case 'available_inventory':
      return `inventory ${(features.available_inventory ?? []).map((row) => `${row.count} × ${row.gpu_model}`).join(', ')}`;
    case 'recommendation_sort':
      return `sorted by ${text.replaceAll('_', ' ')}`;
    case 'spec_method':
      return `speculative decoding ${text}`;
    case 'decode_tp':
      return `tensor parallelism ${number}`;
    case 'gpu_count':
      return `exactly ${number} GPUs`;
    default:
      return `${key.replaceAll('_', ' ')} ${number === '' ? text : number}`;
  }
}

const NAMES: Partial<Record<FeatureKey, string>> = {
  max_nodes: 'node limit',
  budget_usd: 'budget',
  budget_basis: 'budget basis',
  max_latency_p99_ms: 'p99 limit',
  latency_slo: 'latency profile',
  target_tokens_per_sec: 'throughput target',
  target_tokens_per_sec_per_user: 'throughput target per user',
  target_tokens_per_sec_per_request: 'throughput target per request',
  target_tokens_per_sec_per_user_request: "throughput target per user's request",
  allowed_gpu_models: 'GPU filter',
  allowed_vendors: 'vendor filter',
  conc: 'concurrency',
  isl: 'prompt length',
  osl: 'answer length',
  workload_mix: 'workload mix',
  active_users_peak: 'peak users',
  available_inventory: 'inventory',
  recommendation_sort: 'sort order',
  spec_method: 'speculative decoding',
  growth_pct: 'growth',
  horizon_years: 'horizon',
  decode_tp: 'tensor parallelism',
  gpu_count: 'GPU count',
  display_model: 'model',
};

/** The name of a constraint: `node limit`. */
export function featureName(key: string): string {
  return NAMES[key as FeatureKey] ?? key.replaceAll('_', ' ');
}
