import { z } from 'zod';
import { formPatchSchema, formStateSchema } from '#contract/sizer/form-state.ts';
import { solveRequestSchema } from '#contract/sizer/solve-request.ts';
import { solveResponseSchema } from '#contract/sizer/solve-response.ts';

export const agentMessageSchema = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.string().max(20_000),
});
export type SizerAgentMessage = z.infer<typeof agentMessageSchema>;

/** `POST /api/sizer/agent`. A request with only `message` works: the others have defaults. */
export const agentRequestSchema = z.object({
  message: z.string().trim().min(1, 'Say what you want to serve.').max(8_000),
  history: z.array(agentMessageSchema).max(200).default([]),
  form: formStateSchema.default(() => formStateSchema.parse({})),
  previous_request: solveRequestSchema.nullish(),
  previous_response: solveResponseSchema.partial().nullish(),
  org_id: z.guid().nullish(),
});
export type AgentRequest = z.infer<typeof agentRequestSchema>;

/** One thing the agent did, in order. `detail` is for people, `data` for programs. */
export const agentStepSchema = z.object({
  kind: z.enum(['read', 'resolve', 'carry', 'change', 'ask', 'solve', 'explain', 'model_call', 'fail']),
  title: z.string(),
  detail: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
});
export type SizerAgentStep = z.infer<typeof agentStepSchema>;

export const agentResponseSchema = z.object({
  status: z.enum(['needs_clarification', 'solved', 'failed']),
  assistant_message: z.string(),
  steps: z.array(agentStepSchema),
  /** The request as it stands after this turn; with `needs_clarification` as far as it is known. */
  request: solveRequestSchema.nullable(),
  response: solveResponseSchema.nullable(),
  /** Only the fields that this turn changed. */
  form_patch: formPatchSchema,
  assumptions: z.array(z.string()),
  error_code: z.string().nullable(),
});
export type AgentResponse = z.infer<typeof agentResponseSchema>;
