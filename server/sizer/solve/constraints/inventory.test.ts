import { expect, it } from 'vitest';
import { drafted } from './constraints.test-data.ts';
import { inventoryConstraint } from './inventory.ts';

it('caps the GPUs of a model', () => {
  const enough = drafted({ conc: 200, available_inventory: [{ gpu_model: 'h100-sxm', count: 12 }] });
  expect(inventoryConstraint.check(enough.draft, enough.question)).toBeNull();
  const short = drafted({ conc: 200, available_inventory: [{ gpu_model: 'h100-sxm', count: 11 }] });
  expect(inventoryConstraint.check(short.draft, short.question)).toMatchObject({
    limit: 11,
    actual: 12,
    unit: 'GPUs',
  });
});
