import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import type { SolveRequest } from '#contract/sizer/solve-request.ts';
import type { SolveContext, SolveOutcome } from '../solve/solve-outcome.ts';
import type { LanguageModel } from './llm/language-model.ts';

/** What the agent is made of. */
export interface AgentParts {
  readonly solve: (request: SolveRequest, context?: SolveContext) => SolveOutcome;
  readonly models: readonly AiModelFact[];
  readonly gpus: readonly GpuFact[];
  /** Reads messages in place of the parser where one is configured; the parser takes over whenever it fails. */
  readonly languageModel?: LanguageModel | null | undefined;
}
