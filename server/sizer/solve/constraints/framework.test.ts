import { expect, it } from 'vitest';
import { gpu } from '../plain-predictor.test-data.ts';
import { drafted } from './constraints.test-data.ts';
import { frameworkConstraint } from './framework.ts';

it('refuses TensorRT-LLM on AMD and takes it on NVIDIA', () => {
  const amd = drafted({ conc: 8 }, { gpu: gpu('mi300x'), framework: 'trt-llm' });
  expect(frameworkConstraint.check(amd.draft, amd.question)).toMatchObject({
    constraint: 'framework',
    limit: 'trt-llm',
  });
  const nvidia = drafted({ conc: 8 }, { framework: 'trt-llm' });
  expect(frameworkConstraint.check(nvidia.draft, nvidia.question)).toBeNull();
});
