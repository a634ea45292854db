import { z } from 'zod';
import { budgetBasisSchema } from '#contract/sizer/codes.ts';

/**
 * Inputs of the form that can be chosen; only chosen ones are sent. The first ten are the specification's. The specification
 * has no flag for the last six, so there a value other than the default counts as chosen too (`form-mapping.ts`): a page
 * takes such an input back by putting its fields back to their defaults.
 */
export const REQUEST_INPUTS = [
  'modelServing',
  'frameworkFilter',
  'precisionFilter',
  'workloadShape',
  'workloadMix',
  'targetThroughput',
  'latencyLimit',
  'budget',
  'nodeLimit',
  'activeUsersPeak',
  'hardwareFilter',
  'inventory',
  'growth',
  'parallelism',
  'specMethod',
  // Chosen when the profile is sent even where it is the default one (`production`) beside a limit in ms.
  'latencyProfile',
] as const;
export const requestInputSchema = z.enum(REQUEST_INPUTS);
export type RequestInput = z.infer<typeof requestInputSchema>;

export const FORM_GOALS = [
  'findViableHardware',
  'findViableWorkloadPlan',
  'meetThroughput',
  'meetLatencySlo',
  'stayWithinBudget',
  'limitNodes',
] as const;

/** What a throughput target is counted over. */
export const THROUGHPUT_SCOPES = ['totalFleet', 'perUser', 'perRequest', 'perUserRequest'] as const;

export const formInventoryRowSchema = z.object({
  gpuModel: z.string(),
  count: z.int().min(0),
  gpusPerNode: z.int().min(0).default(0),
});

/**
 * SizerFormState of the sizer API, with its defaults; camelCase as the specification writes it. 0 marks a constraint not set.
 * `targets`: throughput targets by model for several models at once.
 */
export const formStateSchema = z.object({
  modality: z.string().default('llm'),
  sizingGoal: z.enum(FORM_GOALS).default('findViableHardware'),
  hardware: z.string().default(''),
  allowedGpuModels: z.array(z.string()).default([]),
  allowedGpuVendors: z.array(z.string()).default([]),
  framework: z.string().default('any'),
  displayModel: z.string().default(''),
  precision: z.string().default('any'),
  specMethod: z.string().default('none'),
  concurrency: z.int().min(0).default(1),
  inputSequenceLength: z.int().min(0).default(128),
  outputSequenceLength: z.int().min(0).default(128),
  tensorParallelism: z.int().min(0).default(1),
  servingProcessorCount: z.int().min(0).default(1),
  targetTokensPerSecond: z.number().min(0).default(0),
  targetThroughputScope: z.enum(THROUGHPUT_SCOPES).default('totalFleet'),
  recommendationSort: z.string().default('recommended'),
  maxP99E2EMs: z.number().min(0).default(0),
  maxNodes: z.number().min(0).default(0),
  activeUsersPeak: z.number().min(0).default(0),
  budgetBasis: budgetBasisSchema.default('capex'),
  budgetUsd: z.number().min(0).default(0),
  horizonYears: z.number().min(0).default(1),
  latencySlo: z.string().default('production'),
  growthPct: z.number().default(0),
  tokenProfileMode: z.enum(['workloadMix', 'explicitTokens']).default('workloadMix'),
  workloadMix: z
    .object({
      codingAssistant: z.number().min(0).default(25),
      customerSupport: z.number().min(0).default(25),
      agenticWorkflows: z.number().min(0).default(25),
      ragSearch: z.number().min(0).default(25),
    })
    .default({ codingAssistant: 25, customerSupport: 25, agenticWorkflows: 25, ragSearch: 25 }),
  targets: z.array(z.unknown()).default([]),
  selectedRequestInputs: z.array(requestInputSchema).default([]),
  availableInventoryRows: z.array(formInventoryRowSchema).default([]),
  availableInventoryJson: z.string().default(''),
});
export type SizerFormState = z.infer<typeof formStateSchema>;

/** The minimal form of the specification. */
export const EMPTY_FORM: SizerFormState = formStateSchema.parse({});

type FormShape = typeof formStateSchema.shape;

/**
 * Some fields of a form. Not `formStateSchema.partial()`: zod 4 fills the default of a field that is absent there too, and a
 * patch of one field would put all others back to their defaults.
 */
export const formPatchSchema = z.object(
  Object.fromEntries(
    Object.entries(formStateSchema.shape).map(([key, field]) => [key, field.unwrap().optional()]),
  ) as { [Key in keyof FormShape]: z.ZodOptional<ReturnType<FormShape[Key]['unwrap']>> },
);
