import type { SizingGoal } from '#contract/sizer/codes.ts';
import type { SolveFeatures } from '#contract/sizer/solve-request.ts';
import type { Change, FeatureKey } from '../read/change.ts';
import { isGiven } from './describe.ts';

const EVIDENCE: readonly { readonly goal: SizingGoal; readonly features: readonly FeatureKey[] }[] = [
  {
    goal: 'meet_throughput',
    features: [
      'target_tokens_per_sec',
      'target_tokens_per_sec_per_user',
      'target_tokens_per_sec_per_request',
      'target_tokens_per_sec_per_user_request',
    ],
  },
  { goal: 'meet_latency_slo', features: ['max_latency_p99_ms', 'latency_slo'] },
  { goal: 'stay_within_budget', features: ['budget_usd'] },
  { goal: 'limit_nodes', features: ['max_nodes'] },
];

/**
 * The goal that fits the constraints: a goal that still has its constraint stays; else the first constraint that the message
 * names; without any, hardware for a model (or for named hardware), or a plan for a workload.
 */
export function goalOf(
  features: SolveFeatures,
  before: SizingGoal | null,
  changes: readonly Change[],
): SizingGoal | null {
  // The profile for batches asks for no latency.
  const isEvident = (key: FeatureKey) => isGiven(features[key]) && features[key] !== 'batch';
  const held = EVIDENCE.filter((entry) => entry.features.some(isEvident));
  const kept = held.find((entry) => entry.goal === before);
  if (kept !== undefined) return kept.goal;
  const place = (keys: readonly FeatureKey[]) =>
    Math.min(
      ...changes.map((change) => {
        const key =
          change.op === 'requests_per_sec'
            ? 'target_tokens_per_sec'
            : change.op === 'speculate'
              ? null
              : change.feature;
        return key !== null && keys.includes(key) ? change.span.start : Number.POSITIVE_INFINITY;
      }),
    );
  const [first] = [...held].sort((a, b) => place(a.features) - place(b.features) || 0);
  if (first !== undefined) return first.goal;
  const stack: readonly FeatureKey[] = [
    'display_model',
    'framework',
    'precision',
    'gpu_count',
    'allowed_gpu_models',
    'allowed_vendors',
    'available_inventory',
  ];
  if (stack.some((key) => isGiven(features[key]))) return 'find_viable_hardware';
  const load: readonly FeatureKey[] = ['workload_mix', 'conc', 'isl', 'osl', 'active_users_peak'];
  if (load.some((key) => isGiven(features[key]))) return 'find_viable_workload_plan';
  return Object.keys(features).some((key) => key !== 'sizing_goal') ? 'find_viable_hardware' : null;
}
