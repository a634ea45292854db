import { describe, expect, it } from 'vitest';
import { learnEngineLimits, limitKey } from './engine-limits.ts';
import { type Observation, SHIPPED_CATALOG } from './observation.ts';

/** A point at which `running` of `concurrency` requests run: the others wait. */
function observation(concurrency: number, running: number, origin = 'lab'): Observation {
  const model = SHIPPED_CATALOG.models.get('gpt-oss-120b');
  const gpu = SHIPPED_CATALOG.gpus.get('h100-sxm');
  if (model === undefined || gpu === undefined) throw new Error('not in the catalog');
  const decode = 1000 * 10;
  return {
    source: {} as Observation['source'],
    point: {
      mode: 'aggregated',
      model,
      gpu,
      framework: 'vllm',
      frameworkVersion: null,
      precision: 'fp4',
      kvPrecision: null,
      parallelism: { tp: 4, pp: 1, dp: 1, ep: 1 },
      isl: 1000,
      osl: 1000,
      concurrency,
    },
    origin,
    version: '',
    tpotMs: 10,
    ttftMs: (concurrency / running) * decode - 9990,
  };
}

describe('learnEngineLimits', () => {
  const limited = [observation(512, 98), observation(512, 100), observation(256, 104)];

  it('sees a limit that three points agree on', () => {
    const limits = learnEngineLimits([...limited, observation(64, 63)]);
    expect(limits.get(limitKey(limited[0]?.point ?? observation(1, 1).point))).toBe(100);
  });

  it('sees none where a point ran more, where two agree only, or from noisy origins', () => {
    expect(learnEngineLimits([...limited, observation(256, 240)]).size).toBe(0);
    expect(learnEngineLimits(limited.slice(1)).size).toBe(0);
    expect(learnEngineLimits(limited.map((one) => ({ ...one, origin: 'batch job; noisy' }))).size).toBe(0);
  });
});
