import { z } from 'zod';
import type { BenchLlmSpec } from '#contract/worker/bench-llm-spec.ts';
import { monotonicMs } from '#worker/bench/clock.ts';
import type { HttpClient } from '#worker/bench/http/client.ts';
import { fetchText } from '#worker/bench/llm/fetch-text.ts';
import { StreamMeasurement, type Timeouts } from '#worker/bench/llm/measure.ts';
import { promptRandom, randomWords, UNSCALED, wordsFor, type WordScale } from '#worker/bench/llm/prompts.ts';
import {
  apiRoot,
  authorization,
  featureLadder,
  RequestBuilder,
  type RequestFeatures,
} from '#worker/bench/llm/request-body.ts';

/** Nobody answers at the base URL. */
export class ServerUnreachableError extends Error {
  override readonly name = 'ServerUnreachableError';
}

/** The server answers, but not in a way that a benchmark can run against. */
export class PreparationError extends Error {
  override readonly name = 'PreparationError';
}

/** What was learnt about the server before the run. */
export interface Prepared {
  readonly model: string;
  readonly features: RequestFeatures;
  readonly builder: RequestBuilder;
  readonly scale: WordScale;
  /** A prompt and what `usage.prompt_tokens` said of it; null when the server reports no usage. */
  readonly reference: { readonly text: string; readonly promptTokens: number } | null;
}

/** Time limits of a spec in milliseconds. */
export function timeoutsOf(spec: Pick<BenchLlmSpec, 'timeouts'>): Timeouts {
  const { connect_s, first_byte_s, idle_s, total_s } = spec.timeouts;
  return {
    connectMs: connect_s * 1000,
    firstByteMs: first_byte_s * 1000,
    idleMs: idle_s * 1000,
    totalMs: total_s * 1000,
  };
}

const modelsSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The spec's model, or the only one of `/v1/models`; throws ServerUnreachableError or PreparationError. */
export async function resolveModel(
  client: HttpClient,
  spec: BenchLlmSpec,
  apiKey: string | null,
): Promise<string> {
  if (spec.model !== null) return spec.model;
  const request = {
    method: 'GET',
    path: `${apiRoot(spec.base_url)}/v1/models`,
    headers: authorization(apiKey),
    body: null,
  } as const;
  const answer = await fetchText(client, request, Math.max(spec.timeouts.connect_s, 10) * 1000);
  if (answer.kind === 'failed') throw new ServerUnreachableError(`${spec.base_url}: ${answer.message}`);
  let body: unknown = null;
  try {
    body = JSON.parse(answer.text);
  } catch {
    // Left null: reported below with the status.
  }
  const models = modelsSchema.safeParse(body);
  if (answer.status !== 200 || !models.success)
    throw new PreparationError(
      `/v1/models answered HTTP ${answer.status} without a list of models; name the model`,
    );
  const ids = models.data.data.map(({ id }) => id);
  const [only] = ids;
  if (only === undefined || ids.length > 1)
    throw new PreparationError(
      `the server has ${ids.length} models (${ids.slice(0, 5).join(', ')}); name one`,
    );
  return only;
}

/** Sends one short completion outside the run and returns its measurement. */
export async function probe(
  client: HttpClient,
  builder: RequestBuilder,
  text: string,
  maxTokens: number,
  id: string,
  limits: Timeouts,
): Promise<StreamMeasurement> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<StreamMeasurement>((resolve) => {
      const measurement = new StreamMeasurement(resolve);
      timer = setInterval(() => {
        measurement.checkTimeouts(monotonicMs(), limits);
      }, 50);
      // An aborted run closes the client and leaves this probe unanswered; the timer alone must not keep the process.
      timer.unref();
      measurement.begin(monotonicMs(), (observer) =>
        client.send(builder.build(text, maxTokens, id), observer),
      );
    });
  } finally {
    clearInterval(timer);
  }
}

const PROBE_TOKENS = 2;
/** Small enough to fit any context, large enough for a first guess at tokens per word. */
const FIRST_PROBE_WORDS = 32;
const MAX_CALIBRATION_PROBES = 10;
/** Where words differ in tokens, about this many words bring the mean to within 1 %. */
const ENOUGH_WORDS = 4000;

/** Least squares of tokens over words; one point is taken as pure ratio. */
export function fitScale(points: readonly { words: number; tokens: number }[]): WordScale {
  const n = points.length;
  const meanWords = points.reduce((sum, { words }) => sum + words, 0) / n;
  const meanTokens = points.reduce((sum, { tokens }) => sum + tokens, 0) / n;
  const spread = points.reduce((sum, { words }) => sum + (words - meanWords) ** 2, 0);
  const slope =
    spread === 0
      ? 0
      : points.reduce((sum, { words, tokens }) => sum + (words - meanWords) * (tokens - meanTokens), 0) /
        spread;
  if (!(slope > 0)) return { overhead: 0, tokensPerWord: Math.max(meanTokens / meanWords, 1e-3) };
  return { overhead: meanTokens - slope * meanWords, tokensPerWord: slope };
}

/**
 * Learns the server: the model's name, which request features it takes, and how many tokens a random word is, by
 * short requests that read `usage.prompt_tokens`. Throws ServerUnreachableError or PreparationError.
 */
export async function prepare(
  client: HttpClient,
  spec: BenchLlmSpec,
  apiKey: string | null,
): Promise<Prepared> {
  const limits = timeoutsOf(spec);
  const model = await resolveModel(client, spec, apiKey);
  const maxTokens = Math.min(spec.output_len, PROBE_TOKENS);
  let index = 0;
  let reference: Prepared['reference'] = null;
  const ask = async (builder: RequestBuilder, words: number): Promise<StreamMeasurement> => {
    const text = randomWords(promptRandom(spec.seed, 'probe', index), words);
    const measurement = await probe(client, builder, text, maxTokens, `probe-${index++}`, limits);
    if (measurement.outcome === 'ok' && measurement.usagePromptTokens >= 0)
      reference = { text, promptTokens: measurement.usagePromptTokens };
    return measurement;
  };

  const firstWords = Math.min(spec.input_len, FIRST_PROBE_WORDS);
  let refusal = '';
  for (const features of featureLadder(spec.ignore_eos)) {
    const builder = new RequestBuilder(spec, model, features, apiKey);
    const first = await ask(builder, firstWords);
    if (first.outcome === 'error_connect')
      throw new ServerUnreachableError(`${spec.base_url}: ${first.message}`);
    if (first.outcome === 'error_http' && (first.status === 400 || first.status === 422)) {
      // The first refusal names the real fault when no step helps.
      if (refusal === '') refusal = first.message;
      continue;
    }
    if (first.outcome !== 'ok')
      throw new PreparationError(`the first request failed (${first.outcome}): ${first.message}`);
    const scale = await calibrate(spec, firstWords, first.usagePromptTokens, (words) => ask(builder, words));
    return { model, features, builder, scale, reference };
  }
  throw new PreparationError(`the server refuses the request: ${refusal}`);
}

async function calibrate(
  spec: BenchLlmSpec,
  firstWords: number,
  firstTokens: number,
  ask: (words: number) => Promise<StreamMeasurement>,
): Promise<WordScale> {
  if (firstTokens < 0) return UNSCALED;
  const points = [{ words: firstWords, tokens: firstTokens }];
  let totalWords = 0;
  let scale = fitScale(points);
  while (points.length < MAX_CALIBRATION_PROBES && totalWords < ENOUGH_WORDS) {
    const words = wordsFor(spec.input_len, scale);
    const expected = scale.overhead + scale.tokensPerWord * words;
    // Equal lengths carry no slope: where the aim is the first probe's own length, look at half of it too.
    const isSecondPointNeeded = points.every((point) => point.words === words);
    const askedWords = isSecondPointNeeded && points.length > 1 ? Math.max(1, Math.floor(words / 2)) : words;
    const measurement = await ask(askedWords);
    if (measurement.outcome !== 'ok' || measurement.usagePromptTokens < 0) {
      throw new PreparationError(
        `a request of ${askedWords} words failed (${measurement.outcome}): ${measurement.message}`,
      );
    }
    totalWords += askedWords;
    points.push({ words: askedWords, tokens: measurement.usagePromptTokens });
    const isExact = askedWords === words && Math.abs(measurement.usagePromptTokens - expected) < 0.5;
    scale = fitScale(points);
    // Every point on the line to half a token: the tokenizer gives each word the same, more probes say nothing new.
    const isLinear = points.every(
      ({ words: x, tokens }) => Math.abs(scale.overhead + scale.tokensPerWord * x - tokens) < 0.5,
    );
    if (isExact && isLinear && (points.length > 2 || askedWords !== firstWords)) break;
    if (spec.input_len === 1) break;
  }
  return scale;
}
