import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import { quantile, sorted } from '#lib/statistics.ts';
import { cachedShape } from '../model/deployment-shape.ts';
import { endToEndMs } from '../model/queue.ts';
import type { ServingPoint } from '../model/serving-point.ts';
import { kvCapacity } from './columns.ts';
import { familyKey } from './kernel.ts';
import type { Observation } from './observation.ts';
import { isNoisyOrigin } from './recipe.ts';

/** Most requests that an engine ran at once, by deployments that measured points share: nobody publishes the setting, the points show it. */
export type EngineLimits = ReadonlyMap<string, number>;

const keys = new WeakMap<AiModelFact, Map<string, string>>();

/** What shares a limit: the same architecture on the same framework and GPU. Remembered, as each prediction asks for it. */
export function limitKey({
  model,
  framework,
  gpu,
}: Pick<ServingPoint, 'model' | 'framework' | 'gpu'>): string {
  let ofModel = keys.get(model);
  if (ofModel === undefined) keys.set(model, (ofModel = new Map<string, string>()));
  const place = `${framework} ${gpu.gpu_model}`;
  let key = ofModel.get(place);
  if (key === undefined) ofModel.set(place, (key = `${familyKey(model)} ${place}`));
  return key;
}

/** Fewest points that must agree on a limit, and how far they may lie apart. */
const LEAST_POINTS = 3;
const MOST_SPREAD = 1.4;

/**
 * Limits that show in measured points: at least three points of a group run far fewer requests than asked though KV cache has room for
 * three times as many, agree on how many, and no point of the group ever ran more. How many run follows from Little's law:
 * concurrency · osl · TPOT / E2E.
 */
export function learnEngineLimits(observations: readonly Observation[]): Map<string, number> {
  const groups = new Map<string, { running: number; isLimited: boolean }[]>();
  for (const { point, ttftMs, tpotMs, origin } of observations) {
    if (isNoisyOrigin(origin)) continue;
    const running = (point.concurrency * point.osl * tpotMs) / endToEndMs(ttftMs, tpotMs, point.osl);
    const hasRoom = kvCapacity(cachedShape(point), point.isl, point.osl) > 3 * running;
    const isLimited = point.concurrency >= 64 && running < 0.5 * point.concurrency && hasRoom;
    const key = limitKey(point);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [{ running, isLimited }]);
    else group.push({ running, isLimited });
  }
  const limits = new Map<string, number>();
  for (const [key, group] of groups) {
    const limited = sorted(group.filter(({ isLimited }) => isLimited).map(({ running }) => running));
    const middle = quantile(limited, 0.5);
    if (middle === null || limited.length < LEAST_POINTS) continue;
    const spread = (limited.at(-1) ?? 0) / (limited[0] ?? 1);
    if (spread <= MOST_SPREAD && group.every(({ running }) => running <= 1.2 * middle))
      limits.set(key, Math.round(middle));
  }
  return limits;
}
