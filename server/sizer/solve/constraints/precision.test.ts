import { expect, it } from 'vitest';
import { gpu, model } from '../plain-predictor.test-data.ts';
import { drafted } from './constraints.test-data.ts';
import { precisionConstraint } from './precision.ts';

it('refuses what the accelerator cannot compute and what no checkpoint has', () => {
  const tpu = drafted({ conc: 8 }, { gpu: gpu('tpu-v6e'), precision: 'fp8' });
  expect(precisionConstraint.check(tpu.draft, tpu.question)).toMatchObject({
    constraint: 'precision',
    limit: 'fp8',
  });
  const kimi = drafted({ conc: 8 }, { model: model('kimi-k2.5'), precision: 'int8' });
  expect(precisionConstraint.check(kimi.draft, kimi.question)?.message).toContain('no int8 version');
  const plain = drafted({ conc: 8 });
  expect(precisionConstraint.check(plain.draft, plain.question)).toBeNull();
});
