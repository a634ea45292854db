import type { z } from 'zod';
import type { ApiError } from '#contract/errors.ts';
import type {
  gpuSkusSchema,
  serviceParseModelSchema,
  serviceParsedModelSchema,
  serviceTrainingSchema,
  sizerHealthSchema,
} from '#contract/sizer/endpoints.ts';
import type { ServiceContext, ServiceTrainAnswer, TrainingPoint } from '#contract/sizer/service.ts';
import type { SizerError } from './sizer-error.ts';

/** Everything that the service does, without HTTP. `context` is what the control plane says about the workspace. */
export interface SizerEngine {
  health(): z.output<typeof sizerHealthSchema>;
  gpuSkus(): z.output<typeof gpuSkusSchema>;
  models(): { readonly model_code: string; readonly model_name: string; readonly hf_id: string }[];
  /** A SolveResponse as JSON text (it crosses a thread, and goes out as it is), or the error that the edge answers with. */
  solve(context: ServiceContext, request: unknown): Promise<string | SizerError | ApiError>;
  /** The same with an AgentResponse. */
  agent(context: ServiceContext, request: unknown): Promise<string | SizerError | ApiError>;
  parseModel(request: z.output<typeof serviceParseModelSchema>): z.output<typeof serviceParsedModelSchema>;
  /** From its return on, answers to this workspace lean on these points too, and on no others of its own. */
  train(context: ServiceContext, points: readonly TrainingPoint[]): Promise<ServiceTrainAnswer>;
  training(orgId: string): Promise<z.output<typeof serviceTrainingSchema>>;
  /** When answers come at full speed; they come before that too. */
  readonly rehearsed: Promise<void>;
  close(): Promise<void>;
}
