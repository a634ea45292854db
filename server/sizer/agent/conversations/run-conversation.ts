import { z } from 'zod';
import type { AgentRequest, AgentResponse, SizerAgentMessage } from '#contract/sizer/agent.ts';
import { agentRequestSchema } from '#contract/sizer/agent.ts';
import { compactFeatures, featuresOfForm, FEATURES_WITHOUT_FIELD } from '#contract/sizer/form-mapping.ts';
import { EMPTY_FORM, formStateSchema, type SizerFormState } from '#contract/sizer/form-state.ts';
import type { SolveFeatures } from '#contract/sizer/solve-request.ts';
import { AI_MODELS } from '#catalog/ai-models/index.ts';
import { GPUS } from '#catalog/gpus/index.ts';
import { isSameValue } from './same-value.ts';

/** One line of a `.jsonl` file here: what a person types, turn by turn, and what any careful reader would take from it. */
export const conversationSchema = z.strictObject({
  id: z.union([z.string(), z.int()]),
  turns: z
    .array(
      z.strictObject({
        message: z.string().min(1),
        expect: z.strictObject({
          status: z.enum(['solved', 'needs_clarification', 'failed']),
          /** Features of the request after this turn; a number holds within 1 %. */
          features: z.record(z.string(), z.unknown()),
          /** Features that the request must not have: lifted ones, and ones that nobody gave. */
          absent: z.array(z.string()),
        }),
      }),
    )
    .min(1),
});
export type Conversation = z.infer<typeof conversationSchema>;
type Expectation = Conversation['turns'][number]['expect'];

/**
 * What a caller passes along with the history: `page` all there is, as the page does; `page without previous` the form alone;
 * `api` the previous request and answer with the minimal form; `history` nothing else.
 */
export const CALLERS = ['page', 'page without previous', 'api', 'history'] as const;
export type Caller = (typeof CALLERS)[number];

/** What a conversation needs of an agent. */
export interface Talker {
  turn(request: AgentRequest): Promise<AgentResponse>;
}

/** Holds the whole conversation and says, turn by turn, what was not as expected. Empty: all well. */
export async function runConversation(
  agent: Talker,
  conversation: Conversation,
  caller: Caller,
  forbidden: (turn: number) => ((gpuModel: string) => boolean) | null = () => null,
): Promise<string[]> {
  const problems: string[] = [];
  const history: SizerAgentMessage[] = [];
  let form: SizerFormState = EMPTY_FORM;
  let last: Pick<AgentResponse, 'request' | 'response'> = { request: null, response: null };
  let before: Expectation | null = null;
  for (const [index, turn] of conversation.turns.entries()) {
    const passesPrevious = caller === 'page' || caller === 'api';
    const sentForm: SizerFormState = caller === 'api' || caller === 'history' ? EMPTY_FORM : form;
    const answer = await agent.turn(
      agentRequestSchema.parse({
        message: turn.message,
        history,
        form: sentForm,
        ...(passesPrevious ? { previous_request: last.request, previous_response: last.response } : {}),
      }),
    );
    const say = (problem: string) => problems.push(`turn ${index + 1} «${turn.message}»: ${problem}`);
    checkExpectation(answer, turn.expect, say);
    checkNothingInvented(answer, forbidden(index), say);
    checkPatch(answer, sentForm, say);
    checkNothingLost(last.request?.features ?? {}, answer, before, turn.expect, say);
    form = formStateSchema.parse({ ...form, ...answer.form_patch });
    history.push({ role: 'user', content: turn.message });
    history.push({ role: 'assistant', content: answer.assistant_message });
    last = { request: answer.request ?? last.request, response: answer.response ?? last.response };
    before = turn.expect;
  }
  return problems;
}

type Say = (problem: string) => void;

function checkExpectation(answer: AgentResponse, expected: Expectation, say: Say): void {
  if (answer.status !== expected.status) {
    const why = answer.error_code ?? answer.assistant_message.slice(0, 200);
    say(`status ${answer.status} instead of ${expected.status} (${why})`);
  }
  if (answer.assistant_message.trim() === '') say('no assistant_message');
  const features = featuresOf(answer);
  for (const [name, value] of Object.entries(expected.features)) {
    if (!isSameValue(name, features[name], value)) {
      say(`${name} is ${JSON.stringify(features[name])} instead of ${JSON.stringify(value)}`);
    }
  }
  for (const name of expected.absent) {
    if (isGiven(features[name])) say(`${name} is ${JSON.stringify(features[name])}, nobody asked for it`);
  }
}

function checkNothingInvented(
  answer: AgentResponse,
  isForbidden: ((gpuModel: string) => boolean) | null,
  say: Say,
): void {
  const models = new Set(AI_MODELS.map((model) => model.model_name));
  const gpus = new Set<string>(GPUS.map((gpu) => gpu.gpu_model));
  const vendors = new Set<string>(GPUS.map((gpu) => gpu.vendor));
  const features = answer.request?.features ?? {};
  if (features.display_model && !models.has(features.display_model)) {
    say(`model ${features.display_model} is not in the catalog`);
  }
  const named = [
    ...(features.allowed_gpu_models ?? []),
    ...(features.available_inventory ?? []).map((row) => row.gpu_model),
    ...(answer.response?.recommendations ?? []).map((row) => row.gpu_model),
    ...(answer.response?.rejected ?? []).map((row) => row.gpu_model),
  ];
  for (const gpu of new Set(named)) if (!gpus.has(gpu)) say(`GPU ${gpu} is not in the catalog`);
  for (const vendor of features.allowed_vendors ?? []) {
    if (!vendors.has(vendor)) say(`vendor ${vendor} is not in the catalog`);
  }
  if (isForbidden === null) return;
  const offered = new Set((answer.response?.recommendations ?? []).map((row) => row.gpu_model));
  for (const gpu of offered) if (isForbidden(gpu)) say(`offers ${gpu}, which was ruled out`);
}

/** The patch holds changes only, and the form with it asks for what the request asks for. */
function checkPatch(answer: AgentResponse, form: SizerFormState, say: Say): void {
  for (const [field, value] of Object.entries(answer.form_patch)) {
    if (JSON.stringify(value) === JSON.stringify(form[field as keyof SizerFormState])) {
      say(`form_patch.${field} is what the form held already`);
    }
  }
  if (answer.status !== 'solved' || answer.request === null) return;
  const patched = formStateSchema.safeParse({ ...form, ...answer.form_patch });
  if (!patched.success) {
    say(`form_patch is no form: ${patched.error.message}`);
    return;
  }
  const ofForm = comparable(featuresOfForm(patched.data));
  const ofRequest = comparable(answer.request.features);
  for (const name of new Set([...Object.keys(ofForm), ...Object.keys(ofRequest)])) {
    if (JSON.stringify(ofForm[name]) !== JSON.stringify(ofRequest[name])) {
      say(
        `the form says ${name} ${JSON.stringify(ofForm[name])}, the request ${JSON.stringify(ofRequest[name])}`,
      );
    }
  }
}

/** Features without those that no form has and without defaults written out. */
function comparable(features: SolveFeatures): Record<string, unknown> {
  const unseen: readonly string[] = [...FEATURES_WITHOUT_FIELD, 'sizing_goal'];
  return Object.fromEntries(
    Object.entries(compactFeatures(features)).filter(
      ([name, value]) =>
        !unseen.includes(name) && isGiven(value) && !(name === 'budget_basis' && value === 'capex'),
    ),
  );
}

/** Ways of saying the same: what may take the place of what. */
const REPLACED_BY: Readonly<Record<string, readonly string[]>> = {
  workload_mix: ['isl', 'osl'],
  isl: ['workload_mix'],
  osl: ['workload_mix'],
  allowed_vendors: ['allowed_gpu_models', 'available_inventory'],
  allowed_gpu_models: ['allowed_vendors', 'available_inventory'],
};
/** They follow from others. */
const FOLLOWS = ['sizing_goal', 'budget_basis', 'gpu_count', 'target_tokens_per_sec'];

function checkNothingLost(
  previous: SolveFeatures,
  answer: AgentResponse,
  before: Expectation | null,
  expected: Expectation,
  say: Say,
): void {
  if (answer.request === null) return;
  const now = featuresOf(answer);
  const isNew = (name: string) =>
    name in expected.features &&
    JSON.stringify(expected.features[name]) !== JSON.stringify(before?.features[name]);
  for (const [name, value] of Object.entries(compactFeatures(previous))) {
    if (!isGiven(value) || isGiven(now[name]) || FOLLOWS.includes(name)) continue;
    if (expected.absent.includes(name) || (REPLACED_BY[name] ?? []).some(isNew)) continue;
    say(`lost ${name} ${JSON.stringify(value)}`);
  }
}

const featuresOf = (answer: AgentResponse): Record<string, unknown> => ({ ...answer.request?.features });

const isGiven = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== 'any' &&
  value !== 'none' &&
  value !== 0 &&
  !(Array.isArray(value) && value.length === 0);
