import type { BenchLlmSpec } from '#contract/worker/bench-llm-spec.ts';
import type { Outcome, StreamMeasurement } from '#worker/bench/llm/measure.ts';
import { SampleSet } from '#worker/bench/llm/sample-set.ts';

/** Per-request lists, kept only when asked for; seconds and tokens of completed requests, in order of completion. */
export interface Details {
  readonly inputLens: number[];
  readonly outputLens: number[];
  readonly startTimes: number[];
  readonly ttfts: number[];
  readonly gaps: number[][];
  readonly errors: string[];
}

/** Smallest, mean and largest of a count, and how many had it. */
export class Extent {
  count = 0;
  sum = 0;
  min = Number.POSITIVE_INFINITY;
  max = 0;

  add(value: number): void {
    this.count++;
    this.sum += value;
    this.min = Math.min(this.min, value);
    this.max = Math.max(this.max, value);
  }

  /** Values for the result; all null when nothing was added. */
  summary(): { min: number | null; mean: number | null; max: number | null } {
    return this.count === 0
      ? { min: null, mean: null, max: null }
      : { min: this.min, mean: this.sum / this.count, max: this.max };
  }
}

/** Width of a token bucket: fine enough to cut the steady window, coarse enough for an hour in 3 MB. */
export const BUCKET_MS = 10;
const ERROR_KINDS_LIMIT = 20;

/**
 * Adds up finished requests. Latencies come from measured requests only; tokens are counted by when they arrived in
 * the window, so those of requests handed over from the warm-up count for the part that falls into it: without that,
 * throughput would read low by up to half a request per slot. Failed requests add nothing to either.
 */
export class Collector {
  readonly ttft = new SampleSet();
  readonly tpot = new SampleSet();
  readonly itl = new SampleSet();
  readonly icl = new SampleSet();
  readonly e2el = new SampleSet();
  readonly streamClose = new SampleSet();
  readonly ttftContent = new SampleSet();
  readonly outcomes = new Map<Outcome, number>();
  readonly errorSamples = new Map<string, { kind: string; message: string; count: number }>();
  readonly inputActual = new Extent();
  readonly outputActual = new Extent();
  readonly inputAsked = new Extent();
  readonly outputAsked = new Extent();
  readonly details: Details | null;
  totalInputTokens = 0;
  totalOutputTokens = 0;
  usageKnown = 0;
  usageMissing = 0;
  tokensMismatch = 0;
  goodRequests = 0;
  goodTokens = 0;
  /** Tokens and requests of the window, whoever sent them; a request handed over counts by its share of tokens. */
  windowOutputTokens = 0;
  windowInputTokens = 0;
  windowRequests = 0;
  buckets = new Float64Array(4096);
  /** End stamps of successful requests inside the window. */
  readonly completions: number[] = [];
  readonly #goodput: BenchLlmSpec['goodput'];
  readonly #windowFrom: number;

  /** `windowFromMs` is the monotonic stamp at which the measured window opened. */
  constructor(windowFromMs: number, goodput: BenchLlmSpec['goodput'], saveDetailed: boolean) {
    this.#windowFrom = windowFromMs;
    this.#goodput = goodput;
    this.details = saveDetailed
      ? { inputLens: [], outputLens: [], startTimes: [], ttfts: [], gaps: [], errors: [] }
      : null;
  }

  /** A request that was sent inside the window has ended. */
  addMeasured(request: StreamMeasurement, inputLen: number, outputLen: number): void {
    this.outcomes.set(request.outcome, (this.outcomes.get(request.outcome) ?? 0) + 1);
    if (request.outcome !== 'ok') {
      this.#addError(request);
      return;
    }
    const outputTokens = request.outputTokens;
    const inputTokens = request.usagePromptTokens >= 0 ? request.usagePromptTokens : inputLen;
    const e2el = request.lastTokenAt - request.sentAt;
    const ttft = request.firstTokenAt - request.sentAt;
    // Tokens that all came in one event have no time between them that could be measured.
    const tpot = outputTokens > 1 && request.chunks > 1 ? (e2el - ttft) / (outputTokens - 1) : null;
    this.ttft.add(ttft);
    this.e2el.add(e2el);
    this.streamClose.add(request.endAt - request.sentAt);
    if (request.firstContentAt > 0) this.ttftContent.add(request.firstContentAt - request.sentAt);
    if (tpot !== null) this.tpot.add(tpot);
    this.totalInputTokens += inputTokens;
    this.totalOutputTokens += outputTokens;
    if (request.usagePromptTokens >= 0) this.inputActual.add(request.usagePromptTokens);
    this.outputActual.add(outputTokens);
    this.inputAsked.add(inputLen);
    this.outputAsked.add(outputLen);
    if (request.isUsageKnown) this.usageKnown++;
    else this.usageMissing++;
    if (request.isCountMismatch) this.tokensMismatch++;
    this.#judge(ttft, tpot, e2el, outputTokens);
    this.#addGaps(request);
    this.#addToWindow(request, inputTokens, outputTokens);
    if (this.details) this.#addDetails(this.details, request, inputTokens, outputTokens, ttft);
  }

  /** A warm-up request that was under way when the window opened has ended. */
  addHandedOver(request: StreamMeasurement, inputLen: number): void {
    if (request.outcome !== 'ok') return;
    request.resolveChunkTokens();
    this.#addToWindow(
      request,
      request.usagePromptTokens >= 0 ? request.usagePromptTokens : inputLen,
      request.outputTokens,
    );
  }

  #judge(ttft: number, tpot: number | null, e2el: number, outputTokens: number): void {
    const limits = this.#goodput;
    if (limits === null) return;
    if (
      ttft > (limits.ttft_ms ?? Infinity) ||
      (tpot ?? 0) > (limits.tpot_ms ?? Infinity) ||
      e2el > (limits.e2el_ms ?? Infinity)
    )
      return;
    this.goodRequests++;
    this.goodTokens += outputTokens;
  }

  #addGaps(request: StreamMeasurement): void {
    const { arrivals, chunkTokens, chunks } = request;
    const isKnown = request.resolveChunkTokens() && chunks > 1;
    // Tokens beside the first in the first event came with it: gap 0.
    if (isKnown) for (let k = 1; k < (chunkTokens[0] ?? 0); k++) this.itl.add(0);
    let tokenAt = arrivals[0] ?? 0;
    for (let i = 1; i < chunks; i++) {
      const at = arrivals[i] ?? 0;
      this.icl.add(at - (arrivals[i - 1] ?? 0));
      const tokens = chunkTokens[i] ?? 0;
      if (!isKnown || tokens === 0) continue;
      const gap = (at - tokenAt) / tokens;
      for (let k = 0; k < tokens; k++) this.itl.add(gap);
      tokenAt = at;
    }
  }

  #addToWindow(request: StreamMeasurement, inputTokens: number, outputTokens: number): void {
    let inside = 0;
    for (let i = 0; i < request.chunks; i++) {
      const bucket = Math.floor(((request.arrivals[i] ?? 0) - this.#windowFrom) / BUCKET_MS);
      if (bucket < 0) continue;
      if (bucket >= this.buckets.length) this.#growBuckets(bucket);
      const tokens = request.chunkTokens[i] ?? 0;
      this.buckets[bucket] = (this.buckets[bucket] ?? 0) + tokens;
      inside += tokens;
    }
    this.windowOutputTokens += inside;
    if (outputTokens > 0) this.windowRequests += inside / outputTokens;
    if (request.firstTokenAt >= this.#windowFrom) this.windowInputTokens += inputTokens;
    this.completions.push(request.endAt);
  }

  #growBuckets(bucket: number): void {
    const larger = new Float64Array(Math.max(bucket + 1, this.buckets.length * 2));
    larger.set(this.buckets);
    this.buckets = larger;
  }

  #addError(request: StreamMeasurement): void {
    // Numbers differ from one report of the same fault to the next (ports, ids); they would fill the list.
    const key = `${request.outcome} ${request.message.replace(/\d+/g, '#')}`;
    const known = this.errorSamples.get(key);
    if (known) known.count++;
    else if (this.errorSamples.size < ERROR_KINDS_LIMIT)
      this.errorSamples.set(key, { kind: request.outcome, message: request.message, count: 1 });
    this.details?.errors.push(`${request.outcome}: ${request.message}`);
  }

  #addDetails(
    details: Details,
    request: StreamMeasurement,
    inputTokens: number,
    outputTokens: number,
    ttft: number,
  ): void {
    details.inputLens.push(inputTokens);
    details.outputLens.push(outputTokens);
    details.startTimes.push((request.sentAt - this.#windowFrom) / 1000);
    details.ttfts.push(ttft / 1000);
    const gaps: number[] = [];
    for (let i = 1; i < request.chunks; i++)
      gaps.push(((request.arrivals[i] ?? 0) - (request.arrivals[i - 1] ?? 0)) / 1000);
    details.gaps.push(gaps);
  }
}
