import { agentRequestSchema, type AgentRequest, type AgentResponse } from '#contract/sizer/agent.ts';
import { formOfFeatures, formPatch } from '#contract/sizer/form-mapping.ts';
import { SIZING_SIGNALS, type SolveFeatures, type SolveRequest } from '#contract/sizer/solve-request.ts';
import type { SolveContext } from '../solve/solve-outcome.ts';
import type { AgentParts } from './agent-parts.ts';
import type { Catalog } from './dialogue/apply.ts';
import { describeFeature, featureName, isGiven } from './dialogue/describe.ts';
import { applyTurn, NOTHING, takeTurn, type Standing, type Turn } from './dialogue/replay.ts';
import { standingOf } from './dialogue/standing.ts';
import { changesSentence } from './explain/plan-message.ts';
import { readWithModel } from './llm/read-with-model.ts';
import { answerAbout, keepPlan, planFor, step, unreadSentence, type Base, type Steps } from './outcomes.ts';
import type { FeatureKey } from './read/change.ts';

export interface Agent {
  /** One turn. Keeps nothing: history, form and the previous turn come with the request. */
  turn(request: AgentRequest, context?: SolveContext): Promise<AgentResponse>;
  /** A first message answered for nobody, to have the code compiled by the time a person asks. Never asks the language model. */
  rehearse(message: string): Promise<void>;
}

const WARM_UP = [
  'anything but H100 for llama 70b in fp8 on vllm, 64 concurrent, 2k in 500 out, p99 under 8 s, $600k, at most 2 nodes, 60% rag',
  'Llama 70B für 64 Nutzer, höchstens 2 Knoten',
  'Llama 70B，64并发，输入2000，输出500',
] as const;

/** The conversational entry of the sizer: reads a message into features, lets the solver do the numbers, and says what came out. */
export function createAgent(parts: AgentParts): Agent {
  // The first use of a pattern compiles it: that is not left to the first person.
  for (const message of WARM_UP) takeTurn(message, NOTHING, null, false, parts);
  return {
    async turn(request, context) {
      const own = context?.models ?? [];
      const models = own.length === 0 ? parts.models : [...parts.models, ...own];
      return oneTurn(request, context, parts, { models, gpus: parts.gpus });
    },
    async rehearse(message) {
      await oneTurn(
        agentRequestSchema.parse({ message }),
        undefined,
        { ...parts, languageModel: null },
        parts,
      );
    },
  };
}

async function oneTurn(
  request: AgentRequest,
  context: SolveContext | undefined,
  parts: AgentParts,
  catalog: Catalog,
): Promise<AgentResponse> {
  const steps: Steps = [];
  const before = standingOf(request, catalog);
  const lastAssistant = request.history.findLast((message) => message.role === 'assistant')?.content ?? null;
  const hasAnswer = lastAssistant !== null || request.previous_response != null;
  let turn = takeTurn(
    request.message,
    before,
    lastAssistant,
    hasAnswer && hasSignal(before.features),
    catalog,
  );
  if (parts.languageModel != null) {
    const read = await readWithModel(parts.languageModel, request, before.features, turn.read, catalog);
    steps.push(...read.steps);
    if (read.message !== null) turn = applyTurn(read.message, before, catalog);
  }
  describeReading(steps, before, turn);
  const { read, applied } = turn;
  const features = turn.standing.features;
  const after: SolveRequest | null = hasSignal(features) ? requestOf(request, features) : null;
  const patch = formPatch(request.form, formOfFeatures(features, request.form));
  const assumptions = [...new Set([...applied.assumptions, ...read.remarks])];
  const base: Base = {
    steps,
    request: after,
    form_patch: patch,
    assumptions,
    response: null,
    error_code: null,
  };
  const ask = (message: string, title: string): AgentResponse => {
    step(steps, 'ask', title, message);
    return { ...base, status: 'needs_clarification', assistant_message: message };
  };

  if (read.intent.kind === 'question' && after !== null)
    return answerAbout({ request, context, parts, base, turn, after });
  const [doubt] = [...read.doubts].sort(
    (a, b) => Number(b.feature === 'display_model') - Number(a.feature === 'display_model'),
  );
  const understood = changesSentence(applied.changed, features);
  if (doubt !== undefined)
    return ask(
      [understood, doubt.question].filter((part) => part !== '').join(' '),
      'A name or figure is not settled',
    );
  if (after === null) return ask(opening(read.intent.kind, request.message, before), 'Nothing to size yet');
  const isNews = applied.changed.length > 0 || before.features.sizing_goal !== features.sizing_goal;
  if (!isNews && read.changes.length === 0 && read.intent.kind !== 'undo' && read.intent.kind !== 'yes') {
    if (read.intent.kind === 'thanks')
      return keepPlan(
        { request, context, parts, base, turn, after },
        'Glad to help. The plan stands as it is.',
      );
    if (request.history.length > 0 || hasAnswer) {
      return ask(
        [
          unreadSentence(turn),
          ...applied.remarks,
          `I found no change to the plan in that. It holds ${listFeatures(features)}. What shall change: model, load, latency, budget, nodes or hardware?`,
        ]
          .filter((part) => part !== '')
          .join(' '),
        'No change found',
      );
    }
    if (read.unread.length === 0 && read.intent.kind !== 'none')
      return ask(opening(read.intent.kind, request.message, before), 'Nothing to size yet');
    if (!mentionsSizing(request.message))
      return ask(opening('none', request.message, before), 'Nothing to size yet');
  }
  return planFor({ request, context, parts, base, turn, after }, understood);
}

function hasSignal(features: SolveFeatures): boolean {
  return SIZING_SIGNALS.some((key) => key !== 'sizing_goal' && isGiven(features[key]));
}

function mentionsSizing(message: string): boolean {
  return /\b(?:size|sizing|hardware|gpus?|deploy|serve|serving|plan|recommend|need)\b/i.test(message);
}

function requestOf(request: AgentRequest, features: SolveFeatures): SolveRequest {
  return {
    fit: { modality_code: request.form.modality },
    // Words change what is sized, never which kind of answer was asked for.
    solve_for: request.previous_request?.solve_for ?? 'sizing_plan',
    features,
    ...(request.org_id == null ? {} : { org_id: request.org_id }),
  };
}

function describeReading(steps: Steps, before: Standing, turn: Turn): void {
  const { read, applied, standing } = turn;
  for (const change of read.changes) {
    const feature =
      change.op === 'requests_per_sec'
        ? 'requests per second'
        : change.op === 'speculate'
          ? 'speculative decoding'
          : change.feature;
    const value = 'value' in change ? change.value : null;
    step(
      steps,
      'read',
      `“${change.span.text}”`,
      `${change.op === 'lift' ? 'takes back' : change.op} ${featureName(feature)}${value === null ? '' : `: ${JSON.stringify(value)}`}`,
      { feature, op: change.op, value, start: change.span.start, end: change.span.end },
    );
  }
  for (const mention of read.mentions.models) {
    if (mention.model !== null)
      step(steps, 'resolve', `“${mention.span.text}”`, `is ${mention.model.model_name}`, {
        model_code: mention.model.model_code,
      });
  }
  for (const mention of read.mentions.gpus) {
    if (mention.wanted.length > 0)
      step(
        steps,
        'resolve',
        `“${mention.span.text}”`,
        `is ${mention.wanted.map((gpu) => gpu.gpu_model).join(', ')}`,
        { gpu_models: mention.wanted.map((gpu) => gpu.gpu_model) },
      );
  }
  const kept = (Object.keys(before.features) as FeatureKey[]).filter(
    (key) => key !== 'sizing_goal' && !applied.changed.includes(key),
  );
  if (kept.length > 0 && read.intent.kind !== 'start_over')
    step(
      steps,
      'carry',
      'Kept from before',
      kept.map((key) => describeFeature(key, before.features)).join(', '),
      { features: kept },
    );
  if (applied.changed.length > 0)
    step(steps, 'change', 'Changed', changesSentence(applied.changed, standing.features), {
      features: [...applied.changed],
    });
  for (const span of read.unread)
    step(steps, 'read', `“${span.text}”`, 'not understood', { start: span.start, end: span.end });
}

function listFeatures(features: SolveFeatures): string {
  return (Object.keys(features) as FeatureKey[])
    .filter((key) => key !== 'sizing_goal' && key !== 'budget_basis')
    .map((key) => describeFeature(key, features))
    .join(', ');
}

function opening(kind: Turn['read']['intent']['kind'], message: string, before: Standing): string {
  if (kind === 'start_over')
    return 'Everything is cleared. Which model do you want to serve, and for how many requests in flight?';
  if (kind === 'undo')
    return before.earlier.length === 0
      ? 'There is nothing to undo yet. Which model do you want to serve?'
      : 'That is undone; nothing is left to size. Which model do you want to serve?';
  const training = /\b(?:fine-?tun\w*|pre-?train\w*|train(?:ing)? (?:a|an|my|our|the)|lora)\b/i.test(message);
  const hello = kind === 'greeting' ? 'Hello. ' : training ? 'This sizes serving, not training. ' : '';
  return `${hello}I size hardware for serving language models. Which model do you want to serve, for how many requests in flight and with how many tokens in and out, or under which limit (tokens/s, p99, budget, nodes)?`;
}
