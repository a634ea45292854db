import type { SizingGoal } from '#contract/sizer/codes.ts';
import {
  EMPTY_FORM,
  FORM_GOALS,
  REQUEST_INPUTS,
  type RequestInput,
  type SizerFormState,
} from '#contract/sizer/form-state.ts';
import { solveFeaturesSchema, type SolveFeatures, type SolveRequest } from '#contract/sizer/solve-request.ts';

type FormGoal = SizerFormState['sizingGoal'];

const GOALS: Readonly<Record<FormGoal, SizingGoal>> = {
  findViableHardware: 'find_viable_hardware',
  findViableWorkloadPlan: 'find_viable_workload_plan',
  meetThroughput: 'meet_throughput',
  meetLatencySlo: 'meet_latency_slo',
  stayWithinBudget: 'stay_within_budget',
  limitNodes: 'limit_nodes',
};

/** Features that the form has no field for: a form cannot carry them, so a change by the form leaves them as they are. */
export const FEATURES_WITHOUT_FIELD = [
  'num_decode_gpu',
  'num_prefill_gpu',
  'prefill_tp',
  'ep',
  'dp_attention',
  'pp',
  'mode',
  'framework_version',
  'kv_precision',
  'spec_accept_length',
  'usd_per_kwh',
  'residual_pct',
] as const satisfies readonly (keyof SolveFeatures)[];

/** The features without those that are null, absent or an empty list: two requests that mean the same become equal. */
export function compactFeatures(features: SolveFeatures): SolveFeatures {
  return Object.fromEntries(
    Object.entries<unknown>(features).filter(
      ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/**
 * The fleet's target from a target per user, per request or per user's request. Users scale the first and the last, requests in
 * flight the second; without that count the fleet's target stays what it was. Tokens a second.
 */
export function scaleThroughput(features: SolveFeatures): SolveFeatures {
  const users = features.active_users_peak ?? features.conc;
  const scaled =
    perOne(features.target_tokens_per_sec_per_user, users) ??
    perOne(features.target_tokens_per_sec_per_request, features.conc ?? features.active_users_peak) ??
    perOne(features.target_tokens_per_sec_per_user_request, users);
  return scaled === null ? features : { ...features, target_tokens_per_sec: scaled };
}

function perOne(rate: number | null | undefined, count: number | null | undefined): number | null {
  return rate === null || rate === undefined || count === null || count === undefined ? null : rate * count;
}

/**
 * What a form asks for. Only chosen inputs are sent; 0, `any`, `none` and empty mean "not set". The goal is sent only beside
 * another signal: an empty form has none. With both a mix and token counts chosen, `tokenProfileMode` says which counts.
 */
export function featuresOfForm(form: SizerFormState): SolveFeatures {
  const chosen = new Set<RequestInput>(form.selectedRequestInputs);
  const has = (input: RequestInput) => chosen.has(input);
  const features: SolveFeatures = {};
  if (has('modelServing') && form.displayModel.trim() !== '') features.display_model = form.displayModel;
  if (has('frameworkFilter') && isSet(form.framework)) features.framework = form.framework;
  if (has('precisionFilter') && isSet(form.precision)) features.precision = form.precision;
  if (isSet(form.specMethod)) features.spec_method = form.specMethod;
  if (has('workloadShape')) {
    if (form.concurrency > 0) features.conc = form.concurrency;
    if (form.tokenProfileMode === 'explicitTokens' || !has('workloadMix')) {
      if (form.inputSequenceLength > 0) features.isl = form.inputSequenceLength;
      if (form.outputSequenceLength > 0) features.osl = form.outputSequenceLength;
    }
  }
  const mix = form.workloadMix;
  if (has('workloadMix') && Object.values(mix).some((weight) => weight > 0)) {
    features.workload_mix = {
      coding_assistant: mix.codingAssistant,
      customer_support: mix.customerSupport,
      agentic_workflows: mix.agenticWorkflows,
      rag_search: mix.ragSearch,
    };
  }
  if (has('activeUsersPeak') && form.activeUsersPeak > 0) {
    features.active_users_peak = Math.round(form.activeUsersPeak);
  }
  if (has('parallelism') || form.tensorParallelism > 1 || form.servingProcessorCount > 1) {
    const both = has('parallelism');
    if (form.tensorParallelism > (both ? 0 : 1)) features.decode_tp = form.tensorParallelism;
    if (form.servingProcessorCount > (both ? 0 : 1)) features.gpu_count = form.servingProcessorCount;
  }
  if (has('latencyLimit') && form.maxP99E2EMs > 0) features.max_latency_p99_ms = form.maxP99E2EMs;
  const isProfileSent =
    has('latencyProfile') ||
    (has('latencyLimit') && (form.maxP99E2EMs === 0 || form.latencySlo !== EMPTY_FORM.latencySlo));
  if (isProfileSent) {
    const profile = solveFeaturesSchema.shape.latency_slo.safeParse(form.latencySlo);
    if (profile.success && profile.data) features.latency_slo = profile.data;
  }
  if (has('budget') && form.budgetUsd > 0) {
    features.budget_usd = form.budgetUsd;
    features.budget_basis = form.budgetBasis;
  }
  if (has('growth') || form.growthPct !== 0 || form.horizonYears > 1) {
    if (form.horizonYears > 0) features.horizon_years = form.horizonYears;
    if (form.growthPct !== 0) features.growth_pct = form.growthPct;
  }
  if (has('nodeLimit') && form.maxNodes > 0) features.max_nodes = Math.round(form.maxNodes);
  if (form.allowedGpuModels.length > 0) features.allowed_gpu_models = [...form.allowedGpuModels];
  else if (form.hardware !== '') features.allowed_gpu_models = [form.hardware];
  if (form.allowedGpuVendors.length > 0) features.allowed_vendors = [...form.allowedGpuVendors];
  const inventory = form.availableInventoryRows.filter((row) => row.count > 0 && row.gpuModel !== '');
  if (inventory.length > 0) {
    features.available_inventory = inventory.map((row) => ({
      gpu_model: row.gpuModel,
      count: row.count,
      ...(row.gpusPerNode > 0 ? { gpus_per_node: row.gpusPerNode } : {}),
    }));
  }
  const sort = solveFeaturesSchema.shape.recommendation_sort.safeParse(form.recommendationSort);
  if (sort.success && sort.data && sort.data !== 'recommended') features.recommendation_sort = sort.data;
  const targeted = has('targetThroughput') ? withTarget(features, form) : features;
  if (Object.keys(targeted).length === 0) return {};
  return { sizing_goal: GOALS[form.sizingGoal], ...targeted };
}

function withTarget(features: SolveFeatures, form: SizerFormState): SolveFeatures {
  const target = form.targetTokensPerSecond;
  if (target <= 0) return features;
  switch (form.targetThroughputScope) {
    case 'totalFleet':
      return { ...features, target_tokens_per_sec: target };
    case 'perUser':
      return scaleThroughput({ ...features, target_tokens_per_sec_per_user: target });
    case 'perRequest':
      return scaleThroughput({ ...features, target_tokens_per_sec_per_request: target });
    case 'perUserRequest':
      return scaleThroughput({ ...features, target_tokens_per_sec_per_user_request: target });
  }
}

const isSet = (code: string) => code.trim() !== '' && code !== 'any' && code !== 'none';

/** The request that a form stands for. `org_id` is left to the caller. */
export function requestOfForm(form: SizerFormState): SolveRequest {
  return {
    fit: { modality_code: form.modality },
    solve_for: 'sizing_plan',
    features: featuresOfForm(form),
  };
}

/**
 * The form that asks for exactly these features (those with a field). Fields of inputs that are not chosen keep what `base`
 * holds, except where a leftover would count as chosen; part-known inputs (concurrency without token counts) hold 0 for the rest.
 */
export function formOfFeatures(features: SolveFeatures, base: SizerFormState = EMPTY_FORM): SizerFormState {
  const given = compactFeatures(features);
  const chosen = new Set<RequestInput>();
  const form: SizerFormState = { ...base };
  const choose = (input: RequestInput, isChosen: boolean) => {
    if (isChosen) chosen.add(input);
    return isChosen;
  };
  form.sizingGoal = FORM_GOALS.find((goal) => GOALS[goal] === given.sizing_goal) ?? base.sizingGoal;
  if (choose('modelServing', given.display_model != null)) form.displayModel = given.display_model ?? '';
  if (choose('frameworkFilter', isSet(given.framework ?? ''))) form.framework = given.framework ?? 'any';
  if (choose('precisionFilter', isSet(given.precision ?? ''))) form.precision = given.precision ?? 'any';
  form.specMethod = choose('specMethod', isSet(given.spec_method ?? ''))
    ? (given.spec_method ?? 'none')
    : 'none';

  if (choose('workloadShape', given.conc != null || given.isl != null || given.osl != null)) {
    form.concurrency = given.conc ?? 0;
    form.inputSequenceLength = given.isl ?? 0;
    form.outputSequenceLength = given.osl ?? 0;
  }
  if (choose('workloadMix', given.workload_mix != null) && given.workload_mix != null) {
    form.workloadMix = {
      codingAssistant: given.workload_mix.coding_assistant,
      customerSupport: given.workload_mix.customer_support,
      agenticWorkflows: given.workload_mix.agentic_workflows,
      ragSearch: given.workload_mix.rag_search,
    };
  }
  if (given.isl != null || given.osl != null) form.tokenProfileMode = 'explicitTokens';
  else if (given.workload_mix != null) form.tokenProfileMode = 'workloadMix';

  if (choose('activeUsersPeak', given.active_users_peak != null)) {
    form.activeUsersPeak = given.active_users_peak ?? 0;
  }
  const isParallel = choose('parallelism', given.decode_tp != null || given.gpu_count != null);
  form.tensorParallelism = given.decode_tp ?? (isParallel ? 0 : EMPTY_FORM.tensorParallelism);
  form.servingProcessorCount = given.gpu_count ?? (isParallel ? 0 : EMPTY_FORM.servingProcessorCount);

  const [scope, target] = throughputOf(given);
  if (choose('targetThroughput', target !== null)) {
    form.targetThroughputScope = scope;
    form.targetTokensPerSecond = target ?? 0;
  }
  if (choose('latencyLimit', given.max_latency_p99_ms != null))
    form.maxP99E2EMs = given.max_latency_p99_ms ?? 0;
  form.latencySlo = choose('latencyProfile', given.latency_slo != null)
    ? (given.latency_slo ?? EMPTY_FORM.latencySlo)
    : EMPTY_FORM.latencySlo;
  if (choose('budget', given.budget_usd != null)) {
    form.budgetUsd = given.budget_usd ?? 0;
    form.budgetBasis = given.budget_basis ?? 'capex';
  }
  const isGrowing = choose('growth', given.growth_pct != null || given.horizon_years != null);
  form.growthPct = given.growth_pct ?? 0;
  form.horizonYears = given.horizon_years ?? (isGrowing ? 0 : EMPTY_FORM.horizonYears);
  if (choose('nodeLimit', given.max_nodes != null)) form.maxNodes = given.max_nodes ?? 0;
  choose('hardwareFilter', given.allowed_gpu_models != null || given.allowed_vendors != null);
  form.allowedGpuModels = [...(given.allowed_gpu_models ?? [])];
  form.allowedGpuVendors = [...(given.allowed_vendors ?? [])];
  form.hardware =
    form.allowedGpuModels.length === 1 && form.hardware === form.allowedGpuModels[0] ? form.hardware : '';
  choose('inventory', given.available_inventory != null);
  form.availableInventoryRows = (given.available_inventory ?? []).map((row) => ({
    gpuModel: row.gpu_model,
    count: row.count,
    gpusPerNode: row.gpus_per_node ?? 0,
  }));
  form.recommendationSort = given.recommendation_sort ?? 'recommended';
  form.selectedRequestInputs = REQUEST_INPUTS.filter((input) => chosen.has(input));
  return form;
}

function throughputOf(features: SolveFeatures): [SizerFormState['targetThroughputScope'], number | null] {
  if (features.target_tokens_per_sec_per_user != null)
    return ['perUser', features.target_tokens_per_sec_per_user];
  if (features.target_tokens_per_sec_per_request != null) {
    return ['perRequest', features.target_tokens_per_sec_per_request];
  }
  if (features.target_tokens_per_sec_per_user_request != null) {
    return ['perUserRequest', features.target_tokens_per_sec_per_user_request];
  }
  return ['totalFleet', features.target_tokens_per_sec ?? null];
}

/** The fields in which `after` differs from `before`: applied to `before` they give `after`. */
export function formPatch(before: SizerFormState, after: SizerFormState): Partial<SizerFormState> {
  const keys = Object.keys(after) as (keyof SizerFormState)[];
  return Object.fromEntries(
    keys
      .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
      .map((key) => [key, after[key]]),
  );
}
