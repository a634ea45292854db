import { describe, expect, it } from 'vitest';
import { fabricSwitches, packNodes, racksFor, replicasInNodes } from './nodes.ts';
import { gpu } from './plain-predictor.test-data.ts';

describe('packNodes', () => {
  it.each([
    // replicas, GPUs a replica, GPUs a node, nodes, idle
    [5, 3, 8, 3, 9], // two of three fit a node: 2 + 2 + 1
    [5, 6, 8, 5, 10], // one of six fits a node; ceil(30 / 8) = 4 would tear one apart
    [5, 8, 8, 5, 0],
    [3, 16, 8, 6, 0],
    [1, 12, 8, 2, 4],
    [9, 2, 8, 3, 6],
    [4, 8, 4, 8, 0], // GB200: trays of four
    [0, 8, 8, 0, 0],
  ])('%i replicas of %i GPUs on nodes of %i take %i nodes', (replicas, g, perNode, nodes, idle) => {
    expect(packNodes(replicas, g, perNode)).toMatchObject({ nodes, idleGpus: idle, spansNodes: g > perNode });
  });

  it('is undone by replicasInNodes', () => {
    for (const g of [1, 2, 3, 4, 6, 8, 16, 24]) {
      for (const nodes of [1, 2, 3, 6, 9]) {
        const replicas = replicasInNodes(nodes, g, 8);
        if (replicas === 0) continue;
        expect(packNodes(replicas, g, 8).nodes).toBeLessThanOrEqual(nodes);
        expect(packNodes(replicas + 1, g, 8).nodes).toBeGreaterThan(nodes - (nodes % Math.ceil(g / 8)));
      }
    }
  });
});

describe('racksFor', () => {
  it('takes 18 trays for an NVL72 rack', () => {
    const nvl72 = gpu('gb200-nvl72');
    expect(racksFor(nvl72, 18, 8.4)).toBe(1);
    expect(racksFor(nvl72, 19, 8.4)).toBe(2);
  });

  it('fills air-cooled racks of 40 kW', () => {
    // 8 × 1.73 kW = 13.84 kW a node: two in 40 kW.
    expect(racksFor(gpu('h100-sxm'), 5, 13.84)).toBe(3);
    expect(racksFor(gpu('h100-sxm'), 1, 60)).toBe(1);
    expect(racksFor(gpu('h100-sxm'), 5, null)).toBe(2);
  });
});

describe('fabricSwitches', () => {
  it('needs none, one, or leaves and spines', () => {
    expect(fabricSwitches(0)).toBe(0);
    expect(fabricSwitches(64)).toBe(1);
    // 128 ends: 4 leaves with 32 down, 128 uplinks on 2 spines.
    expect(fabricSwitches(128)).toBe(6);
  });
});
