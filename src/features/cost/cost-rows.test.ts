import { describe, expect, it } from 'vitest';
import { estimateOf } from '#src/components/results/estimate-fixture.ts';
import { costOf, costRows, evenPrice, pricesOf } from './cost-rows.ts';
import { readPrices } from './own-prices.ts';
import { withPrice } from './with-price.ts';

const price = { usd: 2, source: 'x', isOwn: false, isGuess: false };
const OUTPUT = { tokens: 'output', utilisation: 1, user: null } as const;

describe('costOf', () => {
  const row = estimateOf({
    gpu_count: 8,
    tokens_per_sec: 1_000,
    total_tokens_per_sec: 2_000,
    confidence_interval_lower: 800,
    confidence_interval_upper: 1_250,
  });

  it('counts the kind of tokens it is asked for, and the interval the other way round', () => {
    const output = costOf(row, price, OUTPUT);
    expect(output.usdPerHour).toBe(16);
    expect(output.usdPerMillion).toBeCloseTo(16 / 3.6, 10);
    expect(output.cost?.lower).toBeCloseTo(16 / 3.6 / 1.25, 10);
    expect(output.cost?.upper).toBeCloseTo(16 / 3.6 / 0.8, 10);
    expect(costOf(row, price, { ...OUTPUT, tokens: 'total' }).usdPerMillion).toBeCloseTo(16 / 7.2, 10);
    expect(costOf(row, price, { ...OUTPUT, utilisation: 0.25 }).usdPerMillion).toBeCloseTo(64 / 3.6, 10);
  });

  it('spreads the whole cost over input tokens alone, those of the total that are no output', () => {
    expect(
      costOf({ ...row, total_tokens_per_sec: 3_000 }, price, { ...OUTPUT, tokens: 'input' }),
    ).toMatchObject({
      usdPerMillion: (16 / 7_200_000) * 1e6,
    });
    for (const total of [null, 1_000])
      expect(
        costOf({ ...row, total_tokens_per_sec: total }, price, { ...OUTPUT, tokens: 'input' }).usdPerMillion,
      ).toBeNull();
  });

  it('has no upper end where the throughput may be 0', () => {
    const { cost } = costOf({ ...row, confidence_interval_lower: 0 }, price, OUTPUT);
    expect(cost?.lower).toBeCloseTo(16 / 3.6 / 1.25, 10);
    expect(cost?.upper).toBeNull();
  });

  it('has no cost without a price or a rate', () => {
    expect(costOf(row, null, OUTPUT)).toEqual({
      usdPerHour: null,
      usdPerMillion: null,
      cost: null,
    });
    const unknown = estimateOf({ gpu_count: 8, tokens_per_sec: 1_000, total_tokens_per_sec: null });
    expect(costOf(unknown, price, { ...OUTPUT, tokens: 'total' }).usdPerMillion).toBeNull();
  });
});

describe('costRows', () => {
  const rows = [
    estimateOf({
      gpu_model: 'a',
      gpu_name: 'A',
      gpu_count: 1,
      concurrency: 1,
      tokens_per_sec: 100,
      tokens_per_sec_per_user: 100,
    }),
    estimateOf({
      gpu_model: 'a',
      gpu_name: 'A',
      gpu_count: 1,
      concurrency: 64,
      tokens_per_sec: 1_000,
      tokens_per_sec_per_user: 20,
    }),
    estimateOf({
      gpu_model: 'b',
      gpu_name: 'B',
      gpu_count: 1,
      concurrency: 64,
      tokens_per_sec: 3_000,
      tokens_per_sec_per_user: 30,
    }),
    estimateOf({ gpu_model: 'c', gpu_name: 'C', gpu_count: 1, concurrency: 64, tokens_per_sec: 9_000 }),
  ];
  const prices = new Map([
    ['a', { ...price, usd: 1 }],
    ['b', { ...price, usd: 10 }],
  ]);

  it('takes the cheapest load of each, cheapest first, what has no price last', () => {
    const found = costRows(rows, prices, OUTPUT);
    expect(found.map(({ estimate }) => [estimate.gpu_name, estimate.concurrency])).toEqual([
      ['A', 64],
      ['B', 64],
      ['C', 64],
    ]);
    expect(found[2]?.usdPerMillion).toBeNull();
  });

  it('says at which price a GPU would be even with the cheapest', () => {
    const [a, b, c] = costRows(rows, prices, OUTPUT);
    // B makes three times the tokens of A, so its hour may cost three times A's dollar.
    expect(b && evenPrice(b, a)).toBeCloseTo(3, 12);
    expect(a && evenPrice(a, a)).toBe(1);
    expect(c && evenPrice(c, a)).toBeNull();
  });

  it('keeps the limit on what one user gets', () => {
    expect(
      costRows(rows, prices, { ...OUTPUT, user: 50 }).map(({ estimate }) => estimate.concurrency),
    ).toEqual([1]);
  });
});

describe('own prices', () => {
  it('go before those of the basis, and survive the address', () => {
    const items = withPrice(withPrice([], 'h100-sxm', 2.1), 'b200-sxm', 3);
    expect(items).toEqual(['b200-sxm:3', 'h100-sxm:2.1']);
    expect(withPrice(items, 'b200-sxm', null)).toEqual(['h100-sxm:2.1']);
    expect([...readPrices(['h100-sxm:2.1', 'x', ':4', 'y:', 'z:-1', 'w:abc'])]).toEqual([['h100-sxm', 2.1]]);
    const basis = {
      gpu_model: 'h100-sxm',
      gpu_name: 'H100',
      price_basis: 'cloud',
      basis_name: 'Cloud',
      usd_per_gpu_hour: 9,
      price_source: 'list',
      price_as_of: '2026-10',
      is_guess: true,
      is_default: true,
    };
    expect(pricesOf([basis], 'cloud', readPrices(items)).get('h100-sxm')).toEqual({
      usd: 2.1,
      source: 'your price',
      isOwn: true,
      isGuess: false,
    });
    expect(pricesOf([basis], 'cloud', new Map()).get('h100-sxm')).toMatchObject({ usd: 9, isGuess: true });
  });
});
