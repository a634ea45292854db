import { expect, it } from 'vitest';
import { gpuHourUsd, priceSearch } from './gpu-hour-price.ts';

it('finds the price of a GPU hour that a cost follows from', () => {
  // 10,000 tokens/s are 36 million an hour: $18 at half a dollar a million, by four GPUs.
  const row = { usd_per_million_tokens: 0.5, tokens_per_sec: 10_000, gpu_count: 4 };
  expect(gpuHourUsd(row)).toBeCloseTo(4.5, 12);
  expect(gpuHourUsd({ ...row, usd_per_million_tokens: null })).toBeNull();
  expect(gpuHourUsd({ ...row, gpu_count: null })).toBeNull();
});

it('leads to the cost page on which the row stands', () => {
  const row = { model_code: 'm', workload_shape: '1/1' };
  expect(priceSearch({ ...row, provenance: 'measured' })).toEqual({ model: 'm', shape: '1/1' });
  expect(priceSearch({ ...row, provenance: 'simulated' })).toMatchObject({ simulated: '1' });
});
