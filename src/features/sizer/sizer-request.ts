import {
  compactFeatures,
  featuresOfForm,
  FEATURES_WITHOUT_FIELD,
  formOfFeatures,
  requestOfForm,
} from '#contract/sizer/form-mapping.ts';
import { EMPTY_FORM, type RequestInput, type SizerFormState } from '#contract/sizer/form-state.ts';
import type { SolveFeatures, SolveRequest } from '#contract/sizer/solve-request.ts';
import type { FormPatch } from './form-diff.ts';
import type { Asked, MoreFeatures } from './sizer-search.ts';

/** The request that the page sends; null while the form gives no sizing signal. */
export function requestOf({ form, more, ask }: Asked, orgId: string): SolveRequest | null {
  const request = requestOfForm(form);
  const features = compactFeatures({ ...request.features, ...more });
  if (Object.keys(features).length === 0) return null;
  return { ...request, solve_for: ask, features, org_id: orgId };
}

/** What of a request no field of the form carries. */
export function moreOf(features: SolveFeatures): MoreFeatures {
  const given = compactFeatures(features);
  return Object.fromEntries(
    FEATURES_WITHOUT_FIELD.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])),
  );
}

/** A change of features, as answers suggest it: `to` null takes the feature away. */
export interface FeatureChange {
  readonly feature: string;
  readonly to: unknown;
}

/** What is asked once the changes are made; fields that they do not touch keep what they hold. */
export function withChanges(asked: Asked, changes: readonly FeatureChange[]): Asked {
  const features: Record<string, unknown> = { ...featuresOfForm(asked.form), ...asked.more };
  for (const { feature, to } of changes) {
    dropRelated(features, feature);
    features[feature] = to ?? undefined;
  }
  const next = compactFeatures(features);
  return { ...asked, form: formOfFeatures(next, asked.form), more: moreOf(next) };
}

/** The fleet's target follows from the one it was scaled from: a new one takes the place of both. */
function dropRelated(features: Record<string, unknown>, feature: string): void {
  if (feature !== 'target_tokens_per_sec') return;
  for (const scope of ['user', 'request', 'user_request'])
    features[`target_tokens_per_sec_per_${scope}`] = undefined;
}

/** Which features each input sends. */
export const INPUT_FEATURES: Record<RequestInput, readonly (keyof SolveFeatures)[]> = {
  modelServing: ['display_model'],
  frameworkFilter: ['framework'],
  precisionFilter: ['precision'],
  workloadShape: ['conc', 'isl', 'osl'],
  workloadMix: ['workload_mix'],
  activeUsersPeak: ['active_users_peak'],
  targetThroughput: [
    'target_tokens_per_sec',
    'target_tokens_per_sec_per_user',
    'target_tokens_per_sec_per_request',
    'target_tokens_per_sec_per_user_request',
  ],
  latencyLimit: ['max_latency_p99_ms'],
  latencyProfile: ['latency_slo'],
  budget: ['budget_usd'],
  nodeLimit: ['max_nodes'],
  growth: ['horizon_years', 'growth_pct'],
  hardwareFilter: ['allowed_gpu_models', 'allowed_vendors'],
  inventory: ['available_inventory'],
  parallelism: ['decode_tp', 'gpu_count'],
  specMethod: ['spec_method'],
};

/** Inputs of which something is in the request. */
export function sentInputs(form: SizerFormState): ReadonlySet<RequestInput> {
  const features = featuresOfForm(form);
  const inputs = Object.keys(INPUT_FEATURES) as RequestInput[];
  return new Set(inputs.filter((input) => INPUT_FEATURES[input].some((key) => features[key] !== undefined)));
}

/** Fields that count as chosen by their value alone: taking such an input back puts them back. */
const FIELDS_BY_VALUE: Partial<Record<RequestInput, readonly (keyof SizerFormState)[]>> = {
  hardwareFilter: ['allowedGpuModels', 'allowedGpuVendors', 'hardware'],
  inventory: ['availableInventoryRows'],
  growth: ['growthPct', 'horizonYears'],
  parallelism: ['tensorParallelism', 'servingProcessorCount'],
  specMethod: ['specMethod'],
  latencyProfile: ['latencySlo'],
};

/** The change that starts or stops sending an input. */
export function choosePatch(form: SizerFormState, input: RequestInput, isChosen: boolean): FormPatch {
  const others = form.selectedRequestInputs.filter((one) => one !== input);
  if (isChosen) return { selectedRequestInputs: [...others, input] };
  const back = (FIELDS_BY_VALUE[input] ?? []).map((field) => [field, EMPTY_FORM[field]]);
  return { selectedRequestInputs: others, ...(Object.fromEntries(back) as FormPatch) };
}

/** The change of some fields by hand: what a person sets is also sent. */
export function setPatch(form: SizerFormState, input: RequestInput, values: FormPatch): FormPatch {
  return { ...choosePatch(form, input, true), ...values };
}
