import { decodeStep } from '../model/decode.ts';
import { kvReadBytes, type DeploymentShape } from '../model/deployment-shape.ts';
import { prefillPass } from '../model/prefill.ts';
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
  readonly tpot: Float64Array;
  /** Columns of TTFT for a TPOT, which some of them hold; without the wait for a slot. */
  ttft(tpotMs: number): Float64Array;
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
  const running = runningRequests(shape, load, sequenceCap);
  const step = decodeStep(shape, running, load.isl + load.osl / 2);
  const prefill = prefillPass(shape, load.isl);
  const kiloLayers = shape.layers / 1000;
  const kiloLinear = shape.linearLayers / 1000;
  // Every slot forces one prefill per osl steps.
  const perStep = running / shape.stages / load.osl;
  const tpot = Float64Array.of(
    step.denseMs,
    step.expertMs,
    step.kvMs,
    step.flopMs,
    step.attentionFlopMs,
    step.kiloRounds,
    step.allReduceMs,
    kiloLayers,
    shape.moeLayers / 1000,
    kiloLinear,
    1,
    running / 1000,
    perStep * prefill.flopMs,
    perStep * prefill.attentionMs,
    perStep * prefill.allReduceMs,
    perStep * kiloLayers,
    perStep * prefill.linearScan,
    perStep * prefill.kiloTokens,
  );
  const root = Math.sqrt(running);
  const own = prefill.flopMs + 0.5 * prefill.attentionMs + 1.5 * prefill.allReduceMs + 0.05 * shape.layers;
  return {
    running,
    tpot,
    waitMs: (tpotMs) => slotWaitMs(load.concurrency, running, load.osl * tpotMs + own),
    ttft(tpotMs) {
      const load_ = prefillLoad(running, own, load.osl * tpotMs);
      return Float64Array.of(
        1,
        prefill.flopMs,
        prefill.attentionMs,
        prefill.allReduceMs,
        kiloLayers,
        tpotMs,
        root,
        running / 10,
        own * root,
        (own * running) / 10,
        own * queueFactor(load_),
        tpotMs * root,
        prefill.linearScan,
      );
    },
  };
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
