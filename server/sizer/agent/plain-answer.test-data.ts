import type { SolveFeatures } from '#contract/sizer/solve-request.ts';
import type { Recommendation, SolveResponse } from '#contract/sizer/solve-response.ts';

const GPUS = [
  { gpu_model: 'h100-sxm', gpu_display_name: 'NVIDIA H100 SXM 80GB', gpus_needed: 2, capex_usd: 77_500 },
  { gpu_model: 'h200-sxm', gpu_display_name: 'NVIDIA H200 SXM 141GB', gpus_needed: 1, capex_usd: 86_000 },
] as const;

/** A row as the solver gives it, with figures that are easy to find again in a sentence. */
export function rowOf(rank: 1 | 2, features: SolveFeatures = {}): Recommendation {
  const gpu = GPUS[rank - 1] ?? GPUS[0];
  return {
    ...gpu,
    candidate_id: `row-${rank}`,
    rank,
    model_name: features.display_model ?? 'Llama-3.1-70B',
    model_code: 'llama-3.1-70b',
    vendor: 'nvidia',
    nodes_needed: 1,
    gpus_per_node: 8,
    replicas: 1,
    gpus_per_replica: gpu.gpus_needed,
    parallelism: { tp: gpu.gpus_needed, pp: 1, ep: 1, dp: 1 },
    mode: 'aggregated',
    experimental: false,
    framework: 'vllm',
    precision: 'fp8',
    kv_precision: 'bf16',
    spec_method: 'none',
    expected_tps_total: 1_800,
    expected_tps_per_gpu: 900,
    expected_tps_per_user: 28,
    expected_requests_per_sec: 3.6,
    expected_ttft_p50_ms: 310,
    expected_ttft_p99_ms: 812,
    expected_tpot_p50_ms: 11,
    expected_tpot_p99_ms: 13,
    expected_p50_e2e_ms: 5_800,
    expected_p99_e2e_ms: 6_200,
    intervals: { expected_tps_total: { low: 1_600, high: 2_000 } },
    concurrency_per_replica: 64,
    max_concurrency_per_replica: 80,
    utilization: 0.8,
    memory: {
      vram_gb: 85.9,
      usable_gb: 77,
      weights_gb: 35,
      kv_cache_gb: 18,
      activations_gb: 1,
      communication_gb: 1,
      runtime_gb: 2,
      used_gb: 57,
      headroom_gb: 20,
      headroom_pct: 26,
      kv_capacity_tokens: 200_000,
      kv_capacity_sequences: 80,
    },
    vram_headroom_gb: 20,
    vram_headroom_pct: 26,
    binding_constraint: { constraint: 'throughput', message: 'Throughput would be hit first.' },
    confidence: 'high',
    confidence_reason: 'Measured beside it.',
    nearest_points: [],
    opex_annual_usd: 4_600,
    tco_usd: 91_300,
    horizon_years: 3,
    usd_per_million_tokens: 0.54,
    power_w: 2_620,
    cooling_w: 800,
    pricing_complete: true,
    bill_of_materials: [],
    deployment_notes: [],
    launch_command: null,
    sensitivity_points: [],
    fleet: [],
  };
}

/** An answer with two rows and a rejected B200. */
export function answerOf(features: SolveFeatures): SolveResponse {
  const rows = [rowOf(1, features), rowOf(2, features)];
  return {
    status: 'completed',
    plan_type: 'capacity_sized',
    primary_recommendation: rows[0] ?? null,
    recommendations: rows,
    rejected: [
      {
        candidate_id: 'rejected-1',
        gpu_model: 'b200-sxm',
        gpu_display_name: 'NVIDIA B200 SXM 180GB',
        vendor: 'nvidia',
        gpus_needed: 16,
        nodes_needed: 2,
        model_name: 'Llama-3.1-70B',
        framework: 'vllm',
        precision: 'fp8',
        parallelism: { tp: 8, pp: 1, ep: 1, dp: 1 },
        constraint_failures: [
          {
            constraint: 'nodes',
            limit: 1,
            actual: 2,
            unit: 'nodes',
            message: 'needs 2 nodes, the limit is 1.',
          },
        ],
        relaxation: {
          message: 'Set max_nodes from 1 to 2.',
          changes: [{ feature: 'max_nodes', from: 1, to: 2 }],
        },
      },
    ],
    fit_check: null,
    evaluated_profile: null,
    scalar_results: {},
    warnings: [],
    assumptions: ['Prompt length assumed.'],
    clarification: null,
    model_version: 'test',
  };
}
