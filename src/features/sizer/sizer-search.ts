import type { z } from 'zod';
import { BUDGET_BASES } from '#contract/sizer/codes.ts';
import {
  EMPTY_FORM,
  FORM_GOALS,
  formInventoryRowSchema,
  REQUEST_INPUTS,
  THROUGHPUT_SCOPES,
  type SizerFormState,
} from '#contract/sizer/form-state.ts';
import type { FEATURES_WITHOUT_FIELD } from '#contract/sizer/form-mapping.ts';
import { solveFeaturesSchema } from '#contract/sizer/solve-request.ts';
import { chartParams } from '#src/components/chart/chart-params.ts';
import { tableParams } from '#src/components/table/table-params.ts';
import {
  choiceParam,
  choicesParam,
  defineSearch,
  integerParam,
  jsonParam,
  listParam,
  numberParam,
  textParam,
  type Param,
  type ViewState,
} from '#src/url/search.ts';

/** A share or amount that is never below 0; anything else in the address is the default. */
function amountParam(fallback: number, min = 0): Param<number> {
  const plain = numberParam(fallback);
  return {
    fallback,
    read: (text) => {
      const value = plain.read(text);
      return value === null || value < min ? fallback : value;
    },
    write: (value) => plain.write(value),
  };
}

const MIX_KEYS = ['codingAssistant', 'customerSupport', 'agenticWorkflows', 'ragSearch'] as const;
type Mix = SizerFormState['workloadMix'];

/** The four weights in the order of the specification: `60-0-0-40`. */
const mixParam: Param<Mix> = {
  fallback: EMPTY_FORM.workloadMix,
  read: (text) => {
    const parts = text?.split('-').map(Number) ?? [];
    if (parts.length !== 4 || parts.some((part) => !Number.isFinite(part) || part < 0))
      return EMPTY_FORM.workloadMix;
    return Object.fromEntries(MIX_KEYS.map((key, index) => [key, parts[index] ?? 0])) as Mix;
  },
  write: (mix) => {
    const text = MIX_KEYS.map((key) => String(mix[key])).join('-');
    return text === '25-25-25-25' ? undefined : text;
  },
};

type InventoryRow = z.infer<typeof formInventoryRowSchema>;

/** `h100-sxm:16:8,a100-80gb-sxm:8`: GPU model, count and, unless it is the catalog's, GPUs per machine. */
const inventoryParam: Param<readonly InventoryRow[]> = {
  fallback: [],
  read: (text) =>
    (text ?? '').split(',').flatMap((part): InventoryRow[] => {
      const [gpuModel = '', count = '', gpusPerNode = '0'] = part.split(':');
      const row = formInventoryRowSchema.safeParse({
        gpuModel: gpuModel.replace(/%25|%3A|%2C/g, decodeURIComponent),
        count: Number(count),
        gpusPerNode: Number(gpusPerNode),
      });
      return part !== '' && row.success ? [row.data] : [];
    }),
  write: (rows) =>
    rows.length === 0
      ? undefined
      : rows
          .map(({ gpuModel, count, gpusPerNode }) =>
            [
              gpuModel.replace(/[%:,]/g, encodeURIComponent),
              count,
              ...(gpusPerNode === 0 ? [] : [gpusPerNode]),
            ].join(':'),
          )
          .join(','),
};

const count = (fallback: number) => integerParam(fallback, { min: 0 });

/** The form in the address: short names, and only what differs from the minimal form. */
export const formSearch = defineSearch({
  model: textParam(),
  goal: choiceParam(FORM_GOALS, EMPTY_FORM.sizingGoal),
  fw: textParam(EMPTY_FORM.framework),
  prec: textParam(EMPTY_FORM.precision),
  spec: textParam(EMPTY_FORM.specMethod),
  gpus: listParam(),
  vendors: listParam(),
  conc: count(EMPTY_FORM.concurrency),
  in: count(EMPTY_FORM.inputSequenceLength),
  out: count(EMPTY_FORM.outputSequenceLength),
  tokens: choiceParam(['workloadMix', 'explicitTokens'], EMPTY_FORM.tokenProfileMode),
  mix: mixParam,
  users: amountParam(0),
  tps: amountParam(0),
  scope: choiceParam(THROUGHPUT_SCOPES, EMPTY_FORM.targetThroughputScope),
  p99: amountParam(0),
  slo: textParam(EMPTY_FORM.latencySlo),
  usd: amountParam(0),
  basis: choiceParam(BUDGET_BASES, EMPTY_FORM.budgetBasis),
  years: amountParam(EMPTY_FORM.horizonYears),
  growth: amountParam(EMPTY_FORM.growthPct, -90),
  nodes: amountParam(0),
  inv: inventoryParam,
  tp: count(EMPTY_FORM.tensorParallelism),
  proc: count(EMPTY_FORM.servingProcessorCount),
  order: textParam(EMPTY_FORM.recommendationSort),
  send: choicesParam(REQUEST_INPUTS),
  kind: textParam(EMPTY_FORM.modality),
});
export type FormView = ViewState<typeof formSearch.shape>;

/** Which parameter carries which field; fields that no control of the page has stay at their defaults. */
const FIELD_PARAMS = {
  displayModel: 'model',
  sizingGoal: 'goal',
  framework: 'fw',
  precision: 'prec',
  specMethod: 'spec',
  allowedGpuModels: 'gpus',
  allowedGpuVendors: 'vendors',
  concurrency: 'conc',
  inputSequenceLength: 'in',
  outputSequenceLength: 'out',
  tokenProfileMode: 'tokens',
  workloadMix: 'mix',
  activeUsersPeak: 'users',
  targetTokensPerSecond: 'tps',
  targetThroughputScope: 'scope',
  maxP99E2EMs: 'p99',
  latencySlo: 'slo',
  budgetUsd: 'usd',
  budgetBasis: 'basis',
  horizonYears: 'years',
  growthPct: 'growth',
  maxNodes: 'nodes',
  availableInventoryRows: 'inv',
  tensorParallelism: 'tp',
  servingProcessorCount: 'proc',
  recommendationSort: 'order',
  selectedRequestInputs: 'send',
  modality: 'kind',
} as const satisfies Partial<Record<keyof SizerFormState, keyof FormView>>;
type FormField = keyof typeof FIELD_PARAMS;

/** The fields that a person can set on the page, in the order of the form. */
export const FORM_FIELDS = Object.keys(FIELD_PARAMS) as FormField[];

/** The form that the address holds. */
export function formOf(view: FormView): SizerFormState {
  const values = FORM_FIELDS.map((field) => [field, view[FIELD_PARAMS[field]]]);
  return { ...EMPTY_FORM, ...(Object.fromEntries(values) as Partial<SizerFormState>) };
}

/** Changed fields of the form as parameters of the address. */
export function viewOf(patch: Partial<SizerFormState>): Partial<FormView> {
  return Object.fromEntries(
    FORM_FIELDS.flatMap((field) => (patch[field] === undefined ? [] : [[FIELD_PARAMS[field], patch[field]]])),
  );
}

/** Features of the request that no field of the form carries: an agent or a link may have set them. */
const moreSchema = solveFeaturesSchema
  .pick({
    num_decode_gpu: true,
    num_prefill_gpu: true,
    prefill_tp: true,
    ep: true,
    dp_attention: true,
    pp: true,
    mode: true,
    framework_version: true,
    kv_precision: true,
    spec_accept_length: true,
    usd_per_kwh: true,
    residual_pct: true,
  } satisfies Record<(typeof FEATURES_WITHOUT_FIELD)[number], true>)
  .strip();
export type MoreFeatures = z.infer<typeof moreSchema>;

/** What is asked: the form, what no field carries, and the kind of answer. */
export const askSearch = defineSearch({
  ...formSearch.shape,
  more: jsonParam(moreSchema, {}),
  ask: choiceParam(['sizing_plan', 'model_fit'], 'sizing_plan'),
});
type AskView = ViewState<typeof askSearch.shape>;

export interface Asked {
  readonly form: SizerFormState;
  readonly more: MoreFeatures;
  readonly ask: AskView['ask'];
}

export const askedOf = (view: AskView): Asked => ({ form: formOf(view), more: view.more, ask: view.ask });

/** What is asked as one text, for a second answer in the same address; and back. */
export function packAsked({ form, more, ask }: Asked): string {
  return new URLSearchParams(askSearch.write({ ...viewOf(form), more, ask })).toString();
}
export function unpackAsked(text: string): Asked {
  return askedOf(askSearch.read(Object.fromEntries(new URLSearchParams(text))));
}

export const SIZER_DIALOGS = ['none', 'call', 'prices', 'model'] as const;

/** Everything of the page that a link carries. */
export const sizerSearch = defineSearch({
  ...askSearch.shape,
  /** The recommendation that is shown whole; empty: the primary one. */
  pick: textParam(),
  /** A second answer beside this one, as `packAsked` writes it, and its recommendation. */
  pin: textParam(),
  pinPick: textParam(),
  /** The measured point in the drawer. */
  point: textParam(),
  /** The part shown where the window is narrow. */
  part: choiceParam(['form', 'chat', 'answer'], 'form'),
  dialog: choiceParam(SIZER_DIALOGS, 'none'),
  /** The input that the sensitivity chart varies; empty: the first. */
  vary: textParam(),
  ...chartParams(),
  ...tableParams(null),
});
export type SizerView = ViewState<typeof sizerSearch.shape>;
