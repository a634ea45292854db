import { expect, it } from 'vitest';
import { estimateOf } from '#src/components/results/estimate-fixture.ts';
import { denominatorText, measureValue, withNodes } from './board-measures.ts';

const SIZES = new Map([
  ['b200-sxm', 8],
  ['gb200', 4],
]);
const row = estimateOf({
  gpu_count: 4,
  tokens_per_sec: 10_000,
  tokens_per_sec_per_gpu: 2_500,
  joules_per_token: 0.25,
  usd_per_million_tokens: 0.5,
});

it('takes half a server for half a node', () => {
  expect(withNodes([row], SIZES)[0]?.tokens_per_sec_per_node).toBe(20_000);
  expect(withNodes([{ ...row, gpu_model: 'gb200' }], SIZES)[0]?.tokens_per_sec_per_node).toBe(10_000);
  expect(withNodes([{ ...row, gpu_model: 'unknown' }], SIZES)[0]?.tokens_per_sec_per_node).toBeNull();
  expect(withNodes([{ ...row, tokens_per_sec_per_gpu: null }], SIZES)[0]?.tokens_per_sec_per_node).toBeNull();
});

it('says what was divided by, so that figure times denominator is the throughput', () => {
  const [noded = row] = withNodes([row], SIZES);
  const words = (measure: Parameters<typeof denominatorText>[1]) => denominatorText(noded, measure, SIZES);
  expect(words('tokens_per_sec_per_gpu')).toBe('4 GPUs');
  expect(words('tokens_per_sec_per_node')).toBe('0.5 nodes of 8');
  // 10,000 tokens/s are 36 million an hour, at half a dollar a million.
  expect(words('tokens_per_usd')).toBe('$18 an hour');
  expect(words('tokens_per_sec_per_watt')).toBe('2,500 W');
  expect(measureValue(noded, 'tokens_per_sec_per_watt')).toBe(4);
  expect(words('ttft_p99_ms')).toBeNull();
  expect(words('tokens_per_sec')).toBeNull();
  expect(denominatorText(estimateOf({ gpu_count: 4 }), 'tokens_per_sec_per_watt', SIZES)).toBeNull();
});
