import { expect, it } from 'vitest';
import { describePoint } from '#lib/charts/describe-chart.ts';
import { formatPlain } from '#lib/charts/format-value.ts';
import { toScatterSpec } from '#src/components/chart/scatter-series.ts';
import { deploymentsOf, pointLabel, type Estimate } from './deployments.ts';
import { estimateOf } from './estimate-fixture.ts';
import { deploymentSeries } from './estimate-series.ts';

const on = (change: Partial<Estimate>): Estimate =>
  estimateOf({ tokens_per_sec_per_gpu: 100, tokens_per_sec_per_user: 20, ...change });
const namesOf = (rows: readonly Estimate[]) => deploymentSeries(deploymentsOf(rows)).map(({ name }) => name);

it('says of a series that it is not measured, and of all where some are not', () => {
  const name = '8 × B200 · vllm 0.11.0 · fp8';
  expect(namesOf([on({})])).toEqual([name]);
  expect(namesOf([on({ provenance: 'simulated' })])).toEqual([`${name} · simulated`]);
  expect(namesOf([on({}), on({ provenance: 'published', gpu_name: 'H200' })])).toEqual([
    `${name} · measured`,
    '8 × H200 · vllm 0.11.0 · fp8 · published',
  ]);
});

it('still tells siblings apart by their config', () => {
  expect(namesOf([on({ config_code: 'a' }), on({ config_code: 'b' })])).toEqual([
    '8 × B200 · vllm 0.11.0 · fp8 (a)',
    '8 × B200 · vllm 0.11.0 · fp8 (b)',
  ]);
});

it('says so of each point too, for who hears it', () => {
  const spec = toScatterSpec({
    title: 'T',
    x: 'tokens_per_sec_per_user',
    y: 'tokens_per_sec_per_gpu',
    series: deploymentSeries(deploymentsOf([on({ provenance: 'simulated' })])),
    labelOf: (row) => pointLabel(row as Estimate),
  });
  const [series] = spec.series;
  const [point] = series?.points ?? [];
  if (series === undefined || point === undefined) throw new Error('no point');
  expect(describePoint(spec, series, point, formatPlain)).toMatch(/· simulated, concurrency 64, n = 1: /);
});
