import { describe, expect, it } from 'vitest';
import { AI_MODELS, findAiModel } from '#catalog/ai-models/index.ts';
import { aiModelFactSchema } from '#catalog/ai-model-schema.ts';
import { COMMAND_PLACEHOLDERS, COMMAND_TEMPLATES } from '#catalog/frameworks/command-templates.ts';
import { FRAMEWORKS } from '#catalog/frameworks/index.ts';
import { GPU_FACT_GROUPS, type GpuFigure, gpuFactSchema, gpuFigureSource } from '#catalog/gpu-schema.ts';
import { GPUS, findGpu } from '#catalog/gpus/index.ts';
import { QUANTIZATIONS, findQuantization } from '#catalog/quantizations/index.ts';

const unique = (values: readonly string[]) => new Set(values).size === values.length;
const figures = Object.keys(GPU_FACT_GROUPS) as GpuFigure[];

describe('GPUs', () => {
  it('has 32, each once', () => {
    expect(GPUS).toHaveLength(32);
    expect(unique(GPUS.map((gpu) => gpu.gpu_model))).toBe(true);
    expect(findGpu('h100-sxm')?.gpu_vram_gb).toBe(80);
    expect(findGpu('h100')).toBeUndefined();
  });

  it.each(GPUS.map((gpu) => [gpu.gpu_model, gpu] as const))(
    '%s is well formed and physical',
    (_slug, gpu) => {
      gpuFactSchema.parse(gpu);
      expect(gpu.gpu_vram_gb).toBeGreaterThanOrEqual(16);
      expect(gpu.gpu_vram_gb).toBeLessThanOrEqual(300);
      expect(gpu.mem_bw_gbps).toBeGreaterThanOrEqual(300);
      expect(gpu.mem_bw_gbps).toBeLessThanOrEqual(8000);
      // A dense peak below the memory rate, or above 2,000 FLOP a byte, would be a unit slip.
      const flopPerByte = (gpu.bf16_tflops * 1000) / gpu.mem_bw_gbps;
      expect(flopPerByte).toBeGreaterThan(30);
      expect(flopPerByte).toBeLessThan(700);
      // Halving the width at most doubles the dense rate (1.5 % for rounding); Blackwell Ultra triples its FP4.
      if (gpu.fp8_tflops !== null) {
        expect(gpu.fp8_tflops).toBeGreaterThanOrEqual(gpu.bf16_tflops);
        expect(gpu.fp8_tflops).toBeLessThanOrEqual(2.03 * gpu.bf16_tflops);
      }
      if (gpu.fp4_tflops !== null) expect(gpu.fp4_tflops).toBeLessThanOrEqual(3 * (gpu.fp8_tflops ?? 0));
      expect(gpu.scaleup_gbps_unidir).toBeLessThan(gpu.mem_bw_gbps);
      if (gpu.tdp_w !== null && gpu.allin_kw_per_gpu !== null) {
        expect(gpu.allin_kw_per_gpu * 1000).toBeGreaterThan(gpu.tdp_w);
      }
      if (gpu.cloud_usd_h_low !== null && gpu.cloud_usd_h_high !== null) {
        expect(gpu.cloud_usd_h_low).toBeLessThanOrEqual(gpu.cloud_usd_h_high);
      }
      if (gpu.capex_gpu_usd !== null && gpu.capex_server_usd_per_gpu !== null) {
        expect(gpu.capex_server_usd_per_gpu).toBeGreaterThanOrEqual(gpu.capex_gpu_usd);
      }
    },
  );

  it('names a source for every figure and none where there is no figure', () => {
    for (const gpu of GPUS) {
      for (const figure of figures) {
        expect(gpuFigureSource(gpu, figure) !== null, `${gpu.gpu_model}.${figure}`).toBe(
          gpu[figure] !== null,
        );
      }
      for (const group of Object.keys(gpu.sources) as (keyof typeof gpu.sources)[]) {
        const hasFigure = figures.some((figure) => GPU_FACT_GROUPS[figure] === group && gpu[figure] !== null);
        expect(gpu.sources[group] !== null, `${gpu.gpu_model}.${group}`).toBe(hasFigure);
      }
    }
  });

  it('marks as guesses only figures it has, and everything an unverified source stands for', () => {
    for (const gpu of GPUS) {
      for (const guess of gpu.guesses)
        expect(gpu[guess as GpuFigure], `${gpu.gpu_model}.${guess}`).toBeTypeOf('number');
      if (gpu.sources.capex?.startsWith('guess')) {
        expect(gpu.guesses).toContain(
          gpu.capex_gpu_usd === null ? 'capex_server_usd_per_gpu' : 'capex_gpu_usd',
        );
      }
      if (gpu.sources.cloud?.match(/^guess|UNVERIFIED/)) expect(gpu.guesses).toContain('cloud_usd_h_low');
      if (gpu.sources.spec.startsWith('UNVERIFIED')) expect(gpu.guesses).toContain('bf16_tflops');
    }
    const l4 = findGpu('l4-24gb');
    expect(l4 && gpuFigureSource(l4, 'capex_gpu_usd')).toEqual({ source: 'guess', is_guess: true });
    expect(l4 && gpuFigureSource(l4, 'tco_neocloud_usd_h')).toBeNull();
  });
});

describe('models', () => {
  it('has 40, each once', () => {
    expect(AI_MODELS).toHaveLength(40);
    expect(unique(AI_MODELS.map((model) => model.model_code))).toBe(true);
    expect(unique(AI_MODELS.map((model) => model.model_name))).toBe(true);
    expect(findAiModel('llama-3.1-8b')?.layers).toBe(32);
    expect(findAiModel('llama')).toBeUndefined();
  });

  it.each(AI_MODELS.map((model) => [model.model_code, model] as const))(
    '%s is well formed',
    (_code, model) => {
      aiModelFactSchema.parse(model);
      expect(model.active_params_b).toBeLessThanOrEqual(model.total_params_b);
      expect(model.q_heads % model.kv_heads).toBe(0);
      // 2 bytes and 1 byte a parameter; printed to 0.1 GB.
      expect(Math.abs(model.weights_gb_bf16 - 2 * model.total_params_b)).toBeLessThanOrEqual(0.11);
      expect(Math.abs(model.weights_gb_fp8 - model.total_params_b)).toBeLessThanOrEqual(0.11);
      expect(findQuantization(model.native_quantization_code)).toBeDefined();
      expect(model.experts === null).toBe(model.experts_per_tok === null);
      expect(model.attention.startsWith('MLA')).toBe(model.kv_lora_rank !== null);
      for (const guess of model.guesses) expect(model).toHaveProperty([guess]);
    },
  );

  it('has the KV size that follows from the attention', () => {
    for (const model of AI_MODELS) {
      if (model.attention === 'GQA' && model.linear_layers === 0) {
        const bytes = 2 * 2 * model.full_attn_layers * model.kv_heads * model.head_dim;
        expect(model.kv_bytes_per_token_bf16_growing, model.model_code).toBe(bytes);
      }
      if (model.attention.startsWith('MLA')) {
        const bytes = 2 * model.layers * ((model.kv_lora_rank ?? 0) + (model.qk_rope ?? 0));
        expect(model.kv_bytes_per_token_bf16_growing, model.model_code).toBe(bytes);
      }
    }
  });
});

describe('frameworks and precisions', () => {
  it('launches every launchable framework with the placeholders it must fill', () => {
    const launchable = FRAMEWORKS.filter((framework) => framework.is_launchable).map((f) => f.framework_code);
    const defaults = COMMAND_TEMPLATES.filter((template) => template.template_code === 'default');
    expect(defaults.map((template) => template.framework_code)).toEqual(launchable);
    for (const template of COMMAND_TEMPLATES) {
      const used = template.argv.flatMap((arg) => [...arg.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
      expect(used.toSorted()).toEqual([...COMMAND_PLACEHOLDERS].toSorted());
      for (const code of Object.keys(template.quantization_argv))
        expect(findQuantization(code)?.quantization_code).toBe(code);
    }
  });

  it('has each version once and a source everywhere', () => {
    for (const framework of FRAMEWORKS) {
      expect(unique(framework.versions)).toBe(true);
      expect(framework.source.length).toBeGreaterThan(5);
    }
  });

  it('stores a weight in its bits plus scales', () => {
    for (const quantization of QUANTIZATIONS) {
      const overhead = quantization.bytes_per_weight / (quantization.bits / 8);
      expect(overhead).toBeGreaterThanOrEqual(1);
      expect(overhead).toBeLessThan(1.15);
    }
    expect(findQuantization('BF16')?.quantization_code).toBe('fp16');
    expect(findQuantization('nvfp4')?.quantization_code).toBe('fp4');
    expect(findQuantization('fp3')).toBeUndefined();
  });
});
