import { expect, it } from 'vitest';
import { estimateOf } from '#src/components/results/estimate-fixture.ts';
import { costRows } from './cost-rows.ts';
import { drawnOf, overPrice, overUse, priceAxisEnd } from './sensitivity-series.ts';

const price = { source: 'x', isOwn: false, isGuess: false };
const one = { gpu_count: 1, tokens_per_sec: 1_000 };
const rows = (use: number) =>
  costRows(
    [
      estimateOf({ ...one, gpu_model: 'a', gpu_name: 'A' }),
      estimateOf({ ...one, gpu_model: 'b', gpu_name: 'B', tokens_per_sec: 2_000 }),
      estimateOf({ ...one, gpu_model: 'c', gpu_name: 'C' }),
    ],
    new Map([
      ['a', { ...price, usd: 2 }],
      ['b', { ...price, usd: 6 }],
    ]),
    { tokens: 'output', utilisation: use / 100, user: null },
  );

it('draws the same cost over use, whatever use the page counts at', () => {
  for (const use of [100, 40]) {
    const [a] = overUse(rows(use), use);
    // Two dollars over 3.6 million tokens, and twice that at half the use.
    expect(a?.points.find(({ x }) => x === 100)?.y).toBeCloseTo(2 / 3.6, 10);
    expect(a?.points.find(({ x }) => x === 50)?.y).toBeCloseTo(4 / 3.6, 10);
  }
});

it('draws cost over one axis of prices, through what the listed price gives', () => {
  const found = overPrice(rows(100));
  expect(priceAxisEnd(rows(100))).toBe(9);
  expect(found.map(({ points }) => points.at(-1)?.x)).toEqual([9, 9]);
  expect(found[0]?.points.at(-1)?.y).toBeCloseTo(9 / 3.6, 10);
  expect(found[1]?.points.at(-1)?.y).toBeCloseTo(9 / 7.2, 10);
  expect(found.map(({ name }) => /now \S+$/.exec(name)?.[0])).toEqual(['now $2.00', 'now $6.00']);
  const [own, ...more] = found[0]?.points.filter(({ label }) => label.includes('its price')) ?? [];
  expect(more).toEqual([]);
  expect(own?.x).toBe(2);
  expect(own?.y).toBeCloseTo(2 / 3.6, 10);
});

it('says of a line that it is not measured', () => {
  const simulated = estimateOf({ ...one, gpu_model: 'a', gpu_name: 'A', provenance: 'simulated' });
  const made = costRows([simulated], new Map([['a', { ...price, usd: 2 }]]), {
    tokens: 'output',
    utilisation: 1,
    user: null,
  });
  expect(overPrice(made).map(({ name }) => name)).toEqual([
    '1 × A · vllm 0.11.0 · fp8 · simulated, now $2.00',
  ]);
});

it('has an axis even where nothing has a price', () => {
  expect(priceAxisEnd([])).toBe(1);
  expect(overPrice([])).toEqual([]);
});

it('draws the cheapest of each GPU, and of one GPU its cheapest', () => {
  const prices = new Map([
    ['a', { ...price, usd: 2 }],
    ['b', { ...price, usd: 6 }],
  ]);
  const of = (...made: [gpu: string, config: string, rate: number][]) =>
    costRows(
      made.map(([gpu, config, rate]) =>
        estimateOf({ ...one, gpu_model: gpu, config_code: config, tokens_per_sec: rate }),
      ),
      prices,
      { tokens: 'output', utilisation: 1, user: null },
    );
  const names = (rows: ReturnType<typeof of>) => {
    const { drawn, isOfEach } = drawnOf(rows, 2);
    return [isOfEach, drawn.map(({ estimate }) => estimate.config_code)];
  };
  expect(names(of(['a', 'a1', 900], ['a', 'a2', 1_000], ['b', 'b1', 500], ['c', 'c1', 9_000]))).toEqual([
    true,
    ['a2', 'b1'],
  ]);
  expect(names(of(['a', 'a1', 900], ['a', 'a2', 1_000], ['a', 'a3', 800]))).toEqual([false, ['a2', 'a1']]);
});
