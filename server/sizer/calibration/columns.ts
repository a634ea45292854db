import { decodeStep } from '../model/decode.ts';
import { kvReadBytes, type DeploymentShape } from '../model/deployment-shape.ts';
import { prefillPass, type PrefillPass } from '../model/prefill.ts';
import { prefillLoad, queueFactor, slotWaitMs, softMinimum } from '../model/queue.ts';

/** The load of one replica: lengths in tokens, requests in flight. */
export interface Load {
  readonly isl: number;
  readonly osl: number;
  readonly concurrency: number;
}

/** Physics of one replica under one load, as the columns that the two fits weigh. */
export interface PhysicsColumns {
  /** Requests that run at once. */
  readonly running: number;
  readonly tpot: readonly number[];
  /** Columns of TTFT for a TPOT, which some of them hold; without the wait for a slot. */
  ttft(tpotMs: number): readonly number[];
  /** Wait for a slot, ms, at a TPOT: part of TTFT as it is, without a coefficient. */
  waitMs(tpotMs: number): number;
}

export const TPOT_COLUMNS = [
  'dense weights',
  'expert weights',
  'KV cache',
  'FLOP',
  'attention FLOP',
  'all-reduce rounds',
  'all-reduce bytes',
  'layers',
  'MoE layers',
  'linear layers',
  'constant',
  'requests',
  'prefill FLOP',
  'prefill attention',
  'prefill all-reduce',
  'prefill layers',
  'prefill linear scan',
  'prefill tokens',
] as const;

export const TTFT_COLUMNS = [
  'constant',
  'prefill FLOP',
  'prefill attention',
  'prefill all-reduce',
  'layers',
  'step',
  'root of requests',
  'requests',
  'prefills met, root',
  'prefills met',
  'prefill queue',
  'steps met, root',
  'prefill linear scan',
] as const;

/** Mean length that clients send of a nominal one: drawn evenly from 0.8 to 1. */
const MEAN_LENGTH_SHARE = 0.9;
/** Sequences that KV cache has room for: by their mean length while they run, or by their last where the scheduler reserves it. */
export function kvCapacity(shape: DeploymentShape, isl: number, osl: number): number {
  const length = MEAN_LENGTH_SHARE * (isl + (shape.reservesAnswer ? osl : osl / 2));
  return (
    (shape.groups * shape.stages * shape.kvRoomBytes) / (kvReadBytes(shape, length) * shape.kvStoredShare)
  );
}

/** Requests that run at once: what was asked, or what KV cache and the engine's limit allow. */
function runningRequests(shape: DeploymentShape, load: Load, sequenceCap = Infinity): number {
  const capacity = Math.max(1, Math.min(kvCapacity(shape, load.isl, load.osl), sequenceCap));
  return softMinimum(load.concurrency, capacity);
}

/** Columns of both fits for a load. */
export function physicsColumns(shape: DeploymentShape, load: Load, sequenceCap = Infinity): PhysicsColumns {
  return new LoadColumns(shape, load, runningRequests(shape, load, sequenceCap));
}

/** A class and plain arrays: a solve makes some thousand of these, and typed arrays of this size cost more to make than to fill. */
class LoadColumns implements PhysicsColumns {
  readonly running: number;
  readonly tpot: readonly number[];
  readonly #load: Load;
  readonly #prefill: PrefillPass;
  readonly #layers: number;
  /** Prefill of one prompt, ms. */
  readonly #own: number;

  constructor(shape: DeploymentShape, load: Load, running: number) {
    const step = decodeStep(shape, running, load.isl + load.osl / 2);
    const prefill = prefillPass(shape, load.isl);
    const kiloLayers = shape.layers / 1000;
    // Every slot forces one prefill per osl steps.
    const perStep = running / shape.stages / load.osl;
    this.running = running;
    this.#load = load;
    this.#prefill = prefill;
    this.#layers = kiloLayers;
    this.#own = prefill.flopMs + 0.5 * prefill.attentionMs + 1.5 * prefill.allReduceMs + 0.05 * shape.layers;
    this.tpot = [
      step.denseMs,
      step.expertMs,
      step.kvMs,
      step.flopMs,
      step.attentionFlopMs,
      step.kiloRounds,
      step.allReduceMs,
      kiloLayers,
      shape.moeLayers / 1000,
      shape.linearLayers / 1000,
      1,
      running / 1000,
      perStep * prefill.flopMs,
      perStep * prefill.attentionMs,
      perStep * prefill.allReduceMs,
      perStep * kiloLayers,
      perStep * prefill.linearScan,
      perStep * prefill.kiloTokens,
    ];
  }

  waitMs(tpotMs: number): number {
    const { concurrency, osl } = this.#load;
    return slotWaitMs(concurrency, this.running, osl * tpotMs + this.#own);
  }

  ttft(tpotMs: number): readonly number[] {
    const prefill = this.#prefill;
    const own = this.#own;
    const root = Math.sqrt(this.running);
    const load = prefillLoad(this.running, own, this.#load.osl * tpotMs);
    return [
      1,
      prefill.flopMs,
      prefill.attentionMs,
      prefill.allReduceMs,
      this.#layers,
      tpotMs,
      root,
      this.running / 10,
      own * root,
      (own * this.running) / 10,
      own * queueFactor(load),
      tpotMs * root,
      prefill.linearScan,
    ];
  }
}

/** Most requests that a replica behind a noisy origin is taken to have in flight. */
const NOISY_CONCURRENCY = 96;

/**
 * Columns for points of batch jobs, whose concurrency is that of several replicas together: their TPOT does not rise with it. The
 * replica is taken at no more than 96 requests, and none of them waits.
 */
export function noisyColumns(shape: DeploymentShape, load: Load): PhysicsColumns {
  return physicsColumns(shape, { ...load, concurrency: Math.min(load.concurrency, NOISY_CONCURRENCY) });
}
