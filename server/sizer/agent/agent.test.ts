import { beforeEach, describe, expect, it } from 'vitest';
import { AI_MODELS } from '#catalog/ai-models/index.ts';
import { GPUS } from '#catalog/gpus/index.ts';
import { agentRequestSchema, agentResponseSchema, type AgentResponse } from '#contract/sizer/agent.ts';
import { featuresOfForm, formOfFeatures } from '#contract/sizer/form-mapping.ts';
import { EMPTY_FORM, formStateSchema } from '#contract/sizer/form-state.ts';
import type { SolveFeatures, SolveRequest } from '#contract/sizer/solve-request.ts';
import { createRandom } from '#lib/random.ts';
import { SizerError } from '../sizer-error.ts';
import { createAgent } from './agent.ts';
import { answerOf, rowOf } from './plain-answer.test-data.ts';

/** Plans one H100 row and one rejected B200; fails where a test says so. */
let asked: SolveRequest[] = [];
let failure: ((features: SolveFeatures) => SizerError | null) | null = null;
const agent = createAgent({
  models: AI_MODELS,
  gpus: GPUS,
  solve: (request) => {
    asked.push(request);
    return failure?.(request.features) ?? answerOf(request.features);
  },
});
beforeEach(() => {
  asked = [];
  failure = null;
});

type Before = Partial<Parameters<typeof agent.turn>[0]>;
async function say(message: string, before: Before = {}): Promise<AgentResponse> {
  const answer = await agent.turn(agentRequestSchema.parse({ message, ...before }));
  return agentResponseSchema.parse(answer);
}

/** Holds a conversation as the page does. */
async function talk(...messages: string[]): Promise<AgentResponse[]> {
  const answers: AgentResponse[] = [];
  let form = EMPTY_FORM;
  const history: { role: 'user' | 'assistant'; content: string }[] = [];
  for (const message of messages) {
    const last = answers.at(-1);
    const answer = await say(message, {
      history: [...history],
      form,
      previous_request: last?.request ?? null,
      previous_response: last?.response ?? null,
    });
    form = formStateSchema.parse({ ...form, ...answer.form_patch });
    history.push(
      { role: 'user', content: message },
      { role: 'assistant', content: answer.assistant_message },
    );
    answers.push(answer);
  }
  return answers;
}

const last = (answers: readonly AgentResponse[]) => answers.at(-1)?.request?.features;

it('rehearses through the solver, never through the language model', async () => {
  let calls = 0;
  const modelled = createAgent({
    models: AI_MODELS,
    gpus: GPUS,
    solve: (request) => {
      asked.push(request);
      return answerOf(request.features);
    },
    languageModel: {
      url: 'http://127.0.0.1:1/v1',
      model: 'none',
      key: null,
      fetch: () => {
        calls += 1;
        return Promise.reject(new Error('asked'));
      },
    },
  });
  await modelled.rehearse('Llama-3.1-8B for 8 concurrent requests, 100 input and 10 output tokens');
  expect(asked.map(({ features }) => features.conc)).toContain(8);
  expect(calls).toBe(0);
});

describe('a turn', () => {
  it('solves, says the numbers of the response, and what it did', async () => {
    const answer = await say('llama 70b on vllm fp8, 64 concurrent, 2k in 500 out');
    expect(answer.status).toBe('solved');
    expect(answer.request).toEqual({
      fit: { modality_code: 'llm' },
      solve_for: 'sizing_plan',
      features: {
        display_model: 'Llama-3.1-70B',
        framework: 'vllm',
        precision: 'fp8',
        conc: 64,
        isl: 2000,
        osl: 500,
        sizing_goal: 'find_viable_hardware',
      },
    });
    expect(answer.assistant_message).toContain('2 × NVIDIA H100 SXM 80GB in 1 node');
    expect(answer.assistant_message).toContain('1,800 tokens/s, p99 6.2 s end to end');
    expect(answer.assistant_message).toContain('capex $77,500');
    expect(answer.assistant_message).toContain('Confidence high');
    expect(answer.assumptions.join()).toContain('taken as Llama-3.1-70B');
    expect(answer.steps.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['read', 'resolve', 'change', 'solve', 'explain']),
    );
    expect(answer.error_code).toBeNull();
  });

  it('asks when there is nothing to size, and when a name is not settled', async () => {
    for (const message of [
      'hi, can you help me size something?',
      'what is the weather like?',
      'cheapest please',
    ]) {
      expect(await say(message)).toMatchObject({
        status: 'needs_clarification',
        request: null,
        response: null,
      });
    }
    const open = await say('size deepseek for 32 users');
    expect(open.status).toBe('needs_clarification');
    expect(open.assistant_message).toContain('DeepSeek-R1');
    expect(open.request?.features).toMatchObject({ conc: 32 });
    expect(asked).toEqual([]);
  });

  it.each([
    ['the second one', 'DeepSeek-V3'],
    ['R1', 'DeepSeek-R1'],
    ['v3.2', 'DeepSeek-V3.2'],
    ['4', 'DeepSeek-V3.2'],
  ])('takes “%s” as the answer to its question', async (reply, model) => {
    expect(last(await talk('size deepseek for 32 users', reply))).toMatchObject({
      display_model: model,
      conc: 32,
    });
  });

  it('passes a question of the solver on', async () => {
    const asking = createAgent({
      models: AI_MODELS,
      gpus: GPUS,
      solve: (request) => ({
        ...answerOf(request.features),
        status: 'needs_clarification',
        primary_recommendation: null,
        clarification: { question: 'Which of the two holds?', feature: null, options: ['amd', 'nvidia'] },
      }),
    });
    const answer = await asking.turn(agentRequestSchema.parse({ message: 'llama 70b' }));
    expect(answer).toMatchObject({ status: 'needs_clarification', response: null });
    expect(answer.assistant_message).toContain('Which of the two holds: amd, nvidia?');
  });
});

describe('failures', () => {
  it('says the smallest change that helps', async () => {
    const relaxation = {
      message: 'Set max_nodes from 1 to 2.',
      changes: [{ feature: 'max_nodes', from: 1, to: 2 }],
    };
    failure = () =>
      new SizerError('NO_VIABLE_RECOMMENDATION', 'None of 2 GPU models meets every constraint.', {
        details: { rejected: answerOf({}).rejected, smallest_relaxation: relaxation },
      });
    const answer = await say('llama 70b on one node');
    expect(answer).toMatchObject({
      status: 'failed',
      error_code: 'NO_VIABLE_RECOMMENDATION',
      response: null,
    });
    expect(answer.request?.features).toMatchObject({ display_model: 'Llama-3.1-70B', max_nodes: 1 });
    expect(answer.assistant_message).toContain('Set max_nodes from 1 to 2.');
    expect(answer.assistant_message).toContain('NVIDIA B200');
  });

  it('gives the recovery steps of TRAINING_REQUIRED in their order', async () => {
    const recovery = (
      ['remove_filters', 'widen_gpu_models', 'use_common_model', 'use_model_fit'] as const
    ).map((action, index) => ({
      step: index + 1,
      action,
      message: `Step ${action}.`,
      changes: [],
      solve_for: 'sizing_plan' as const,
    }));
    failure = () =>
      new SizerError('TRAINING_REQUIRED', 'The framework tgi is not covered.', {
        details: {
          reason: 'x',
          covered: { modalities: [], frameworks: [], precisions: [] },
          closest_supported: [],
          failures: [],
          recovery,
        },
      });
    const answer = await say('llama 70b on TGI');
    expect(answer).toMatchObject({ status: 'failed', error_code: 'TRAINING_REQUIRED' });
    expect(answer.assistant_message).toMatch(
      /\(1\) Step remove_filters; \(2\) .*\(3\) .*\(4\) Step use_model_fit/,
    );
  });

  it('assumes shorter answers where only the assumed length breaks a p99 limit', async () => {
    failure = (features) =>
      features.osl !== undefined && (features.osl ?? 0) <= 256
        ? null
        : new SizerError('NO_VIABLE_RECOMMENDATION', 'Too slow.');
    const answer = await say('llama 70b, p99 under 2 s');
    expect(answer.status).toBe('solved');
    expect(answer.request?.features.osl).toBe(256);
    expect(answer.assumptions.join()).toContain('answers of 256 tokens are assumed');
    expect(featuresOfForm(formStateSchema.parse({ ...EMPTY_FORM, ...answer.form_patch })).osl).toBe(256);
  });

  it('a failed turn is not forgotten by the next one', async () => {
    failure = (features) =>
      features.max_nodes === 1 ? new SizerError('NO_VIABLE_RECOMMENDATION', 'No.') : null;
    const answers = await talk('llama 70b 64 concurrent', 'at most 1 node', 'make it 2 nodes');
    expect(answers.map(({ status }) => status)).toEqual(['solved', 'failed', 'solved']);
    expect(last(answers)).toMatchObject({ display_model: 'Llama-3.1-70B', conc: 64, max_nodes: 2 });
  });
});

describe('several turns', () => {
  it('changes, takes back, undoes and starts over', async () => {
    const answers = await talk(
      'llama 70b, 64 concurrent',
      'actually 128',
      'make that fp4',
      'at most 2 nodes',
      'drop the node limit',
      'undo that',
      'undo',
      'undo',
      'start over',
    );
    const seen = answers.map(({ request }) => [
      request?.features.conc,
      request?.features.precision,
      request?.features.max_nodes,
    ]);
    expect(seen).toEqual([
      [64, undefined, undefined],
      [128, undefined, undefined],
      [128, 'fp4', undefined],
      [128, 'fp4', 2],
      [128, 'fp4', undefined],
      [128, 'fp4', 2],
      [128, 'fp4', undefined],
      [128, undefined, undefined],
      [undefined, undefined, undefined],
    ]);
    expect(answers.at(-1)).toMatchObject({ status: 'needs_clarification', request: null });
  });

  it('takes the amount it asked for, and lifts “that limit”', async () => {
    expect(last(await talk('500k€ for llama 70b', '540000'))).toMatchObject({
      budget_usd: 540_000,
      budget_basis: 'capex',
    });
    const features = last(
      await talk('llama 70b, 64 concurrent, max 2 servers', 'make it one', 'remove that limit'),
    );
    expect(features).toEqual({
      display_model: 'Llama-3.1-70B',
      conc: 64,
      sizing_goal: 'find_viable_hardware',
    });
  });

  it('a size alone is the brother of the model at hand', async () => {
    expect(last(await talk('llama 3.1 70b, 8 users', 'make it 405b'))).toMatchObject({
      display_model: 'Llama-3.1-405B',
      conc: 8,
    });
  });

  it('replays the history when the previous request is missing', async () => {
    const answers = await talk('llama 70b, 64 concurrent', 'only H200', 'at most 2 nodes');
    const history = ['llama 70b, 64 concurrent', 'only H200', 'at most 2 nodes'].flatMap((content, index) => [
      { role: 'user' as const, content },
      { role: 'assistant' as const, content: answers[index]?.assistant_message ?? '' },
    ]);
    const answer = await say('and fp8', { history });
    expect(answer.request?.features).toMatchObject({
      display_model: 'Llama-3.1-70B',
      conc: 64,
      allowed_gpu_models: ['h200-sxm'],
      max_nodes: 2,
      precision: 'fp8',
    });
  });

  it('what the form holds counts too', async () => {
    const form = formOfFeatures({ display_model: 'GLM-5', max_latency_p99_ms: 9000 });
    const answer = await say('64 concurrent', { form });
    expect(answer.request?.features).toMatchObject({
      display_model: 'GLM-5',
      max_latency_p99_ms: 9000,
      conc: 64,
    });
    expect(Object.keys(answer.form_patch).sort()).toEqual(
      [
        'concurrency',
        'inputSequenceLength',
        'outputSequenceLength',
        'selectedRequestInputs',
        'sizingGoal',
      ].sort(),
    );
  });

  it('a constraint added or switched off in the form between two turns holds', async () => {
    const [first] = await talk('llama 70b, at most 2 nodes');
    const form = formStateSchema.parse({ ...EMPTY_FORM, ...first?.form_patch });
    const before = {
      history: [
        { role: 'user' as const, content: 'llama 70b, at most 2 nodes' },
        { role: 'assistant' as const, content: first?.assistant_message ?? '' },
      ],
      previous_request: first?.request ?? null,
      previous_response: first?.response ?? null,
    };
    const added = {
      ...form,
      maxP99E2EMs: 5000,
      selectedRequestInputs: [...form.selectedRequestInputs, 'latencyLimit' as const],
    };
    expect((await say('and fp8', { ...before, form: added })).request?.features).toMatchObject({
      max_nodes: 2,
      max_latency_p99_ms: 5000,
      precision: 'fp8',
    });
    const off = {
      ...form,
      selectedRequestInputs: form.selectedRequestInputs.filter((input) => input !== 'nodeLimit'),
    };
    const answer = await say('and fp8', { ...before, form: off });
    expect(answer.request?.features.max_nodes).toBeUndefined();
    expect(answer.request?.features).toMatchObject({ display_model: 'Llama-3.1-70B', precision: 'fp8' });
  });

  it('keeps everything that nobody lifted, whatever is said in whichever order', async () => {
    const edits: readonly (readonly [string, Partial<Record<keyof SolveFeatures, unknown>>])[] = [
      ['use Qwen3-32B', { display_model: 'Qwen3-32B' }],
      ['make it deepseek r1', { display_model: 'DeepSeek-R1' }],
      ['128 concurrent', { conc: 128 }],
      ['2k in 500 out', { isl: 2000, osl: 500 }],
      ['keep p99 under 9 seconds', { max_latency_p99_ms: 9000 }],
      ['drop the latency limit', { max_latency_p99_ms: undefined, latency_slo: undefined }],
      ['at most 3 nodes', { max_nodes: 3 }],
      ['drop the node limit', { max_nodes: undefined }],
      ['budget $900k', { budget_usd: 900_000, budget_basis: 'capex' }],
      ['forget the budget', { budget_usd: undefined, budget_basis: undefined }],
      ['in fp8', { precision: 'fp8' }],
      ['on sglang', { framework: 'sglang' }],
      ['any framework is fine', { framework: undefined }],
      ['only H200 or B200', { allowed_gpu_models: ['h200-sxm', 'b200-sxm'], allowed_vendors: undefined }],
      ['sort by cost', { recommendation_sort: 'lowest_cost' }],
      ['growing 20% a year', { growth_pct: 20 }],
      ['thanks', {}],
      ['why was B200 rejected?', {}],
    ];
    const random = createRandom(42);
    for (let round = 0; round < 30; round++) {
      const chosen = Array.from(
        { length: 7 },
        () => edits[random.integer(0, edits.length - 1)] ?? (['', {}] as const),
      );
      const messages = ['gpt-oss-120b', ...chosen.map(([message]) => message)];
      const expected: Record<string, unknown> = { display_model: 'gpt-oss-120b' };
      for (const [, effect] of chosen) Object.assign(expected, effect);
      const answers = await talk(...messages);
      const features: Record<string, unknown> = { ...last(answers) };
      for (const [key, value] of Object.entries(expected)) {
        expect(features[key], `${key} after ${messages.join(' / ')}`).toEqual(value);
      }
      const extra = Object.keys(features).filter((key) => !(key in expected) && key !== 'sizing_goal');
      expect(extra, messages.join(' / ')).toEqual([]);
    }
  });
});

describe('questions about the last answer', () => {
  it.each([
    ['why was B200 rejected?', 'NVIDIA B200 SXM 180GB was rejected: needs 2 nodes, the limit is 1'],
    ['what would make B200 fit?', 'Set max_nodes from 1 to 2.'],
    ['why was H100 rejected?', 'was not rejected: it is number 1'],
    ['what is the cheapest?', 'The cheapest is number 1'],
    ['how sure are you?', 'Confidence high'],
    ['compare 1 and 2', '2: 1 × NVIDIA H200 SXM 141GB'],
    ['how many nodes?', '1 node of 8 GPUs'],
    ['how much does it cost?', 'capex $77,500'],
    ['how much memory is left?', 'headroom 20 GB'],
    ['what did you assume?', 'Prompt length assumed.'],
    ['how much power does it draw?', '2.62 kW'],
  ])('%s', async (question, expected) => {
    const answers = await talk('llama 70b, 64 concurrent', question);
    const [plan, answer] = answers;
    expect(answer?.status).toBe('solved');
    expect(answer?.assistant_message).toContain(expected);
    expect(answer?.request).toEqual(plan?.request);
    expect(answer?.response).toEqual(plan?.response);
    expect(answer?.form_patch).toEqual({});
    expect(asked).toHaveLength(1);
  });

  it('solves again where the answer was not passed on', async () => {
    const answer = await say('how many nodes?', {
      history: [
        { role: 'user', content: 'llama 70b 64 concurrent' },
        { role: 'assistant', content: 'Here.' },
      ],
    });
    expect(answer.assistant_message).toContain('1 node of 8 GPUs');
    expect(answer.steps.map(({ title }) => title)).toContain('Solved again');
  });

  it('names nothing that the catalog does not have', async () => {
    const names = [rowOf(1).gpu_display_name, rowOf(2).gpu_display_name];
    const [, answer] = await talk('llama 70b, 64 concurrent', 'any alternatives?');
    for (const name of names) expect(answer?.assistant_message).toContain(name);
  });
});

it('keeps which kind of answer was asked for', async () => {
  const before = { fit: { modality_code: 'llm' }, features: {} };
  const fit = await say('Llama 3.1 70B in fp8', {
    previous_request: { ...before, solve_for: 'model_fit' },
  });
  expect(fit.request).toMatchObject({ solve_for: 'model_fit', features: { precision: 'fp8' } });
  expect(asked.map((request) => request.solve_for)).toEqual(['model_fit']);
  const plan = await say('Llama 3.1 70B in fp8', {
    previous_request: { ...before, solve_for_many: ['kv_cache_gb'] },
  });
  expect(plan.request?.solve_for).toBe('sizing_plan');
});
