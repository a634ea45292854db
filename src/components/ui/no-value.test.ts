import { expect, it } from 'vitest';
import { NO_VALUE as REGISTRY_NO_VALUE } from '#contract/metrics.ts';
import { NO_VALUE } from './no-value.ts';

it('is the sign of the metric registry', () => {
  expect(NO_VALUE).toBe(REGISTRY_NO_VALUE);
});
