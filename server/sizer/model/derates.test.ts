import { describe, expect, it } from 'vitest';
import { findGpu, GPUS } from '#catalog/gpus/index.ts';
import { computeFloorMs, derateFor, isHostBusOnly, scaleUpLimit } from './derates.ts';

function gpu(slug: string) {
  const found = findGpu(slug);
  if (found === undefined) throw new Error(slug);
  return found;
}

describe('derateFor', () => {
  it('takes nothing off the six GPUs that the model is trained on', () => {
    const plain = GPUS.filter((entry) => derateFor(entry).confidence === 'high').map(
      (entry) => entry.gpu_model,
    );
    expect(plain).toEqual(['h100-sxm', 'h200-sxm', 'b200-sxm', 'b300-sxm', 'gb200-nvl72', 'gb300-nvl72']);
    expect(derateFor(gpu('h100-sxm'))).toMatchObject({ memory: 1, compute: 1, link: 1 });
  });

  it('gives every accelerator of the catalog factors in (0, 1] with a source, and 26 of 32 a ceiling of low', () => {
    for (const entry of GPUS) {
      const derate = derateFor(entry);
      for (const factor of [derate.memory, derate.compute, derate.link]) {
        expect(factor).toBeGreaterThan(0.3);
        expect(factor).toBeLessThanOrEqual(1);
      }
      expect(derate.source.length).toBeGreaterThan(10);
    }
    expect(GPUS.filter((entry) => ['low', 'very_low'].includes(derateFor(entry).confidence))).toHaveLength(
      26,
    );
  });

  it('marks guesses as such and lets them claim no more than very_low', () => {
    for (const entry of GPUS) {
      const derate = derateFor(entry);
      if (derate.isGuess) expect(derate.confidence).toBe('very_low');
    }
    expect(derateFor(gpu('gaudi3')).isGuess).toBe(true);
  });

  it('does not fall through on an architecture of tomorrow', () => {
    const derate = derateFor({ ...gpu('mi355x'), gpu_model: 'mi999x', arch: 'cdna9' });
    expect(derate).toMatchObject({ isGuess: true, confidence: 'very_low' });
  });
});

describe('computeFloorMs', () => {
  it('is 1.4 times the arithmetic', () => {
    expect(computeFloorMs(2, 3)).toBeCloseTo(7, 9);
  });

  it('binds H20 at large batches and leaves H100 alone: 8 B dense fp8, 512 sequences', () => {
    const flop = 2 * 8e9 * 512;
    const weightsMs = (slug: string) => 8e9 / (gpu(slug).mem_bw_gbps * 1e6);
    const floor = (slug: string) => computeFloorMs(flop / ((gpu(slug).fp8_tflops ?? 0) * 1e9), 0);
    expect(floor('h20-96gb')).toBeCloseTo(38.75, 1);
    expect(floor('h20-96gb')).toBeGreaterThan(10 * weightsMs('h20-96gb'));
    expect(floor('h100-sxm')).toBeLessThan(3 * weightsMs('h100-sxm'));
  });
});

describe('links', () => {
  it('ends the scale-up of H100 SXM at 8, of NVL72 at 72, of PCIe cards at their host', () => {
    expect(scaleUpLimit(gpu('h100-sxm'))).toBe(8);
    expect(scaleUpLimit(gpu('gb200-nvl72'))).toBe(72);
    expect(scaleUpLimit(gpu('l40s-48gb'))).toBe(8);
    expect(isHostBusOnly(gpu('l40s-48gb'))).toBe(true);
    expect(isHostBusOnly(gpu('h200-nvl'))).toBe(false);
  });
});
