import { expect, it } from 'vitest';
import { drafted } from './constraints.test-data.ts';
import { hardwareConstraint } from './hardware.ts';

it('holds gpu_count to whole replicas', () => {
  const eight = drafted({ conc: 1, gpu_count: 8 });
  expect(hardwareConstraint.check(eight.draft, eight.question)).toBeNull();
  const six = drafted({ conc: 1, gpu_count: 6 });
  expect(hardwareConstraint.check(six.draft, six.question)).toMatchObject({
    limit: 6,
    actual: 4,
    unit: 'GPUs',
  });
  const two = drafted({ conc: 1, gpu_count: 2 });
  expect(hardwareConstraint.check(two.draft, two.question)?.message).toContain('gpu_count is 2');
});
