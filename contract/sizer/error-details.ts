import { z } from 'zod';
import { constraintFailureSchema, rejectedSchema, relaxationSchema } from '#contract/sizer/solve-response.ts';

/** A change of one feature that a client can apply as it stands; `to` null removes the feature. */
export const featureChangeSchema = z.object({
  feature: z.string(),
  from: z.unknown().nullable(),
  to: z.unknown().nullable(),
});
export type FeatureChange = z.infer<typeof featureChangeSchema>;

/** The recovery steps of `TRAINING_REQUIRED`, in the order of the sizer API. */
export const RECOVERY_ACTIONS = [
  'remove_filters',
  'widen_gpu_models',
  'use_common_model',
  'use_model_fit',
] as const;

export const recoveryStepSchema = z.object({
  /** 1 to 4. */
  step: z.int(),
  action: z.enum(RECOVERY_ACTIONS),
  message: z.string(),
  /** Empty: this request leaves nothing to change in this step. */
  changes: z.array(featureChangeSchema),
  /** Set where the step asks for another kind of answer. */
  solve_for: z.enum(['sizing_plan', 'model_fit']).nullable(),
});
export type RecoveryStep = z.infer<typeof recoveryStepSchema>;

/** `details` of a 422 `TRAINING_REQUIRED`. */
export const trainingRequiredDetailsSchema = z.object({
  reason: z.string(),
  covered: z.object({
    modalities: z.array(z.string()),
    frameworks: z.array(z.string()),
    precisions: z.array(z.string()),
  }),
  /** What is supported nearest to what was asked; at most ten. */
  closest_supported: z.array(
    z.object({
      display_model: z.string(),
      gpu_model: z.string(),
      framework: z.string(),
      precision: z.string(),
    }),
  ),
  failures: z.array(constraintFailureSchema),
  recovery: z.array(recoveryStepSchema).length(4),
});
export type TrainingRequiredDetails = z.infer<typeof trainingRequiredDetailsSchema>;

/** `details` of a 422 `NO_VIABLE_RECOMMENDATION`. */
export const noViableDetailsSchema = z.object({
  rejected: z.array(rejectedSchema),
  /** The least change of the request that gives at least one candidate; null where no single change or pair does. */
  smallest_relaxation: relaxationSchema.nullable(),
});
export type NoViableDetails = z.infer<typeof noViableDetailsSchema>;
