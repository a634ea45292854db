import type { Estimate } from '#src/components/results/deployments.ts';

/** The price of an hour of one GPU that the cost of an estimate follows from, USD; null where it has no cost. */
export function gpuHourUsd({
  usd_per_million_tokens: usd,
  tokens_per_sec: rate,
  gpu_count: gpus,
}: Pick<Estimate, 'usd_per_million_tokens' | 'tokens_per_sec' | 'gpu_count'>): number | null {
  return usd === null || gpus === null || gpus <= 0 ? null : (usd * rate * 0.0036) / gpus;
}

/** The cost page on which an estimate is found: simulated ones stand there only where asked for. */
export const priceSearch = ({
  model_code: model,
  workload_shape: shape,
  provenance,
}: Pick<Estimate, 'model_code' | 'workload_shape' | 'provenance'>) => ({
  model,
  shape,
  ...(provenance === 'simulated' && { simulated: '1' }),
});
