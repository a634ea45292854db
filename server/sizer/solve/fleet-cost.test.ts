import { describe, expect, it } from 'vitest';
import { fleetCost, type Finance } from './fleet-cost.ts';
import { packNodes } from './nodes.ts';
import { gpu } from './plain-predictor.test-data.ts';
import { gpuPrices } from './unit-prices.ts';

const FINANCE: Finance = { usdPerKwh: 0.1, coloUsdPerKwMonth: null, horizonYears: 3, residualPct: 30 };

function costOf(slug: string, replicas: number, g: number, finance = FINANCE, isOwned = false) {
  const fact = gpu(slug);
  return fleetCost(
    {
      gpu: fact,
      prices: gpuPrices(fact, undefined),
      gpus: replicas * g,
      nodes: packNodes(replicas, g, fact.gpus_per_node),
      isOwned,
    },
    finance,
  );
}

describe('fleetCost', () => {
  it('adds one H100 node up by hand', () => {
    const cost = costOf('h100-sxm', 1, 8);
    // 8 × 38,750 + a rack of 6,000; one server needs no switch.
    expect(cost.capexUsd).toBe(316_000);
    expect(cost.lines.some(({ item }) => item === 'switch' || item === 'nic')).toBe(false);
    // 8 × 1.73 kW all-in: 13.84 kW · 8,760 h · 0.10 + 3 % of capex.
    expect(cost.opexAnnualUsd).toBeCloseTo(12_123.84 + 9_480, 6);
    expect(cost.tcoUsd).toBeCloseTo(316_000 + 3 * 21_603.84 - 94_800, 4);
    expect(cost.powerW).toBeCloseTo(13_840, 9);
    expect(cost.coolingW).toBeCloseTo(13_840 / 1.3, 9);
  });

  it('buys whole baseboards but single cards', () => {
    expect(costOf('h100-sxm', 1, 2).lines.find(({ item }) => item === 'server')?.total_usd).toBe(310_000);
    expect(costOf('l40s-48gb', 1, 2).lines.find(({ item }) => item === 'server')?.total_usd).toBe(28_000);
  });

  it('adds a fabric with an adapter a GPU where a replica spans servers', () => {
    const { lines } = costOf('h100-sxm', 1, 16);
    expect(lines.find(({ item }) => item === 'nic')).toMatchObject({
      quantity: 16,
      included: true,
      total_usd: 0,
    });
    expect(lines.find(({ item }) => item === 'switch')).toMatchObject({
      quantity: 1,
      total_usd: 36_000,
      is_guess: true,
    });
  });

  it('joins whole replicas on several servers by one plain switch', () => {
    const { lines } = costOf('h100-sxm', 2, 8);
    expect(lines.find(({ item }) => item === 'nic')).toBeUndefined();
    expect(lines.find(({ item }) => item === 'switch')?.quantity).toBe(1);
  });

  it('needs no fabric of its own inside an NVL72 rack, whose trays carry its price', () => {
    const { lines, capexUsd } = costOf('gb200-nvl72', 1, 8);
    expect(lines.find(({ item }) => item === 'rack')).toMatchObject({ quantity: 1, included: true });
    expect(capexUsd).toBe(2 * 4 * 43_000 + 36_000);
  });

  it('leaves a missing price null and never 0', () => {
    const cost = costOf('trainium2', 1, 16);
    expect([cost.capexUsd, cost.opexAnnualUsd, cost.tcoUsd]).toEqual([null, null, null]);
    expect(cost.pricingComplete).toBe(false);
  });

  it('pays rented hardware by the hour', () => {
    const cost = costOf('tpu-v6e', 1, 8);
    expect(cost.capexUsd).toBeNull();
    expect(cost.opexAnnualUsd).toBeCloseTo(8 * 2.7 * 8_760, 6);
    expect(cost.tcoUsd).toBeCloseTo(3 * 8 * 2.7 * 8_760, 6);
  });

  it('replaces electricity by a colocation price instead of adding both', () => {
    const cost = costOf('h100-sxm', 1, 8, { ...FINANCE, coloUsdPerKwMonth: 200 });
    expect(cost.opexAnnualUsd).toBeCloseTo(13.84 * 200 * 12 + 9_480, 6);
  });

  it('lets an override replace the price, its source and its guess mark', () => {
    const fact = gpu('mi300x');
    const own = {
      gpu_model: 'mi300x',
      capex_server_usd_per_gpu: 20_000,
      capex_gpu_usd: null,
      cloud_usd_h: null,
      source: 'quote 4711',
      as_of: '2026-11-01',
    };
    const server = fleetCost(
      { gpu: fact, prices: gpuPrices(fact, own), gpus: 8, nodes: packNodes(1, 8, 8), isOwned: false },
      FINANCE,
    ).lines.find(({ item }) => item === 'server');
    expect(server).toMatchObject({
      total_usd: 160_000,
      overridden: true,
      is_guess: false,
      source: 'quote 4711',
      as_of: '2026-11-01',
    });
  });

  it('moves the server price by the difference where only the GPU has a new one', () => {
    const own = {
      gpu_model: 'h100-sxm',
      capex_server_usd_per_gpu: null,
      capex_gpu_usd: 25_000,
      cloud_usd_h: null,
      source: 'quote',
      as_of: null,
    };
    expect(gpuPrices(gpu('h100-sxm'), own).server.usd).toBe(33_750);
  });

  it('charges nothing for hardware that is there', () => {
    const cost = costOf('h100-sxm', 1, 8, FINANCE, true);
    expect(cost.capexUsd).toBe(0);
    expect(cost.lines.find(({ item }) => item === 'gpu')).toMatchObject({ included: true, quantity: 8 });
    expect(cost.opexAnnualUsd).toBeCloseTo(12_123.84, 6);
  });
});
