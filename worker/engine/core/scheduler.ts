import { type BlockTable, type KvBlocks, blockHashes, emptyBlockTable } from './kv-blocks.ts';

/** One request inside the engine. Lengths in tokens. */
export interface Sequence {
  readonly promptTokens: number;
  readonly hashes: readonly number[];
  /** Tokens it will generate before it ends. */
  readonly outputTokens: number;
  generated: number;
  /** Tokens whose keys and values are in the cache. */
  computed: number;
  /** Prompt tokens that the prefix cache served when it was last admitted. */
  cachedTokens: number;
  readonly blocks: BlockTable;
  state: 'waiting' | 'running' | 'ended';
  preemptions: number;
}

/** What one step computes: the input of the step-time model. */
export interface StepWork {
  /** Sequences that produce one token each. */
  readonly decodeSequences: number;
  /** Sum of their context lengths. */
  readonly decodeContextTokens: number;
  readonly prefillTokens: number;
  /** Sum over prefill tokens of the context each one attends to. */
  readonly prefillContextTokens: number;
}

interface ScheduledPart {
  readonly sequence: Sequence;
  readonly tokens: number;
}

export interface Step {
  readonly parts: readonly ScheduledPart[];
  readonly work: StepWork;
}

export interface SchedulerLimits {
  readonly maxNumSeqs: number;
  readonly maxNumBatchedTokens: number;
}

/**
 * Continuous batching with chunked prefill and preemption by recomputation, after vLLM's V1 scheduler: a step gives
 * every running sequence the tokens it lacks, oldest first, within the token budget; the rest of the budget admits
 * waiting ones. When KV blocks run out the youngest running sequence goes back to the head of the queue.
 */
export class Scheduler {
  readonly #kv: KvBlocks;
  readonly #limits: SchedulerLimits;
  readonly #waiting: Sequence[] = [];
  #running: Sequence[] = [];
  preemptions = 0;

  constructor(kv: KvBlocks, limits: SchedulerLimits) {
    this.#kv = kv;
    this.#limits = limits;
  }

  get runningCount(): number {
    return this.#running.length;
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** Queues a request of these prompt tokens that will generate `outputTokens` (at least 1). */
  add(prompt: readonly number[], outputTokens: number): Sequence {
    const sequence: Sequence = {
      promptTokens: prompt.length,
      hashes: blockHashes(prompt, this.#kv.blockSize),
      outputTokens,
      generated: 0,
      computed: 0,
      cachedTokens: 0,
      blocks: emptyBlockTable(),
      state: 'waiting',
      preemptions: 0,
    };
    this.#waiting.push(sequence);
    return sequence;
  }

  /** Takes a request out, wherever it is; a second call does nothing. */
  abort(sequence: Sequence): void {
    if (sequence.state === 'ended') return;
    if (sequence.state === 'waiting') this.#waiting.splice(this.#waiting.indexOf(sequence), 1);
    else this.#running.splice(this.#running.indexOf(sequence), 1);
    this.#end(sequence);
  }

  /** Plans the next step, or null when there is nothing to do. */
  plan(): Step | null {
    const parts: ScheduledPart[] = [];
    let budget = this.#limits.maxNumBatchedTokens;
    const preemptedBefore = this.preemptions;

    for (let i = 0; i < this.#running.length && budget > 0; i++) {
      const sequence = this.#running[i];
      if (sequence === undefined) break;
      const tokens = Math.min(tokensLacking(sequence), budget);
      if (!this.#makeRoom(sequence, sequence.computed + tokens)) break;
      parts.push({ sequence, tokens });
      budget -= tokens;
    }

    // Admitting while others are pushed out would only preempt the newcomer next.
    while (
      this.preemptions === preemptedBefore &&
      budget > 0 &&
      this.#running.length < this.#limits.maxNumSeqs
    ) {
      const sequence = this.#waiting[0];
      if (sequence === undefined) break;
      const cached = this.#kv.takePrefix(sequence.blocks, sequence.hashes, sequence.promptTokens);
      const tokens = Math.min(sequence.promptTokens + sequence.generated - cached, budget);
      if (!this.#kv.grow(sequence.blocks, cached + tokens)) {
        this.#kv.release(sequence.blocks);
        break;
      }
      this.#waiting.shift();
      sequence.state = 'running';
      sequence.computed = cached;
      sequence.cachedTokens = cached;
      this.#running.push(sequence);
      parts.push({ sequence, tokens });
      budget -= tokens;
    }
    return parts.length === 0 ? null : { parts, work: workOf(parts) };
  }

  /** Applies a planned step and returns the sequences that produced a token, in order; those now `ended` are done. */
  complete(step: Step): Sequence[] {
    const producers: Sequence[] = [];
    let anyEnded = false;
    for (const { sequence, tokens } of step.parts) {
      if (sequence.state !== 'running') continue;
      sequence.computed += tokens;
      if (sequence.generated === 0) this.#kv.publish(sequence.blocks, sequence.hashes, sequence.computed);
      if (tokensLacking(sequence) > 0) continue;
      sequence.generated++;
      producers.push(sequence);
      if (sequence.generated >= sequence.outputTokens) {
        this.#end(sequence);
        anyEnded = true;
      }
    }
    if (anyEnded) this.#running = this.#running.filter((sequence) => sequence.state === 'running');
    return producers;
  }

  /** Grows a running sequence, preempting the youngest ones as needed; false when it had to go itself. */
  #makeRoom(sequence: Sequence, tokens: number): boolean {
    while (!this.#kv.grow(sequence.blocks, tokens)) {
      const youngest = this.#running.pop();
      if (youngest === undefined) return false;
      this.#kv.release(youngest.blocks);
      youngest.computed = 0;
      youngest.state = 'waiting';
      youngest.preemptions++;
      this.preemptions++;
      this.#waiting.unshift(youngest);
      if (youngest === sequence) return false;
    }
    return true;
  }

  #end(sequence: Sequence): void {
    this.#kv.release(sequence.blocks);
    sequence.state = 'ended';
  }
}

const tokensLacking = (sequence: Sequence): number =>
  sequence.promptTokens + sequence.generated - sequence.computed;

function workOf(parts: readonly ScheduledPart[]): StepWork {
  let decodeSequences = 0;
  let decodeContextTokens = 0;
  let prefillTokens = 0;
  let prefillContextTokens = 0;
  for (const { sequence, tokens } of parts) {
    if (tokens === 1 && sequence.generated > 0) {
      decodeSequences++;
      decodeContextTokens += sequence.computed + 1;
    } else {
      prefillTokens += tokens;
      prefillContextTokens += tokens * (sequence.computed + (tokens + 1) / 2);
    }
  }
  return { decodeSequences, decodeContextTokens, prefillTokens, prefillContextTokens };
}
