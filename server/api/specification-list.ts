/**
 * Everything that the specification (control-plane API) names, transcribed by hand and generated from nothing here, so
 * that it can be held against what is there. `required` and `optional` where it shows the parameters.
 */

interface SpecifiedRpc {
  readonly name: string;
  readonly required?: Readonly<Record<string, 'uuid' | 'text' | 'integer' | 'boolean'>>;
  readonly optional?: Readonly<Record<string, 'uuid' | 'text' | 'integer' | 'boolean'>>;
  /** Where it does not say which are needed. */
  readonly shown?: Readonly<Record<string, 'uuid' | 'text' | 'integer' | 'boolean'>>;
  /** Answered by the HTTP layer rather than by a function of the database. */
  readonly isHttp?: true;
  /** Called with a worker's token. */
  readonly byWorker?: true;
}

export const SPECIFIED_RPCS: readonly SpecifiedRpc[] = [
  { name: 'get_current_user_context', required: {} },
  { name: 'list_organizations', required: { p_account_id: 'uuid' } },
  {
    name: 'create_bench_llm_job',
    required: {
      p_owner_account_id: 'uuid',
      p_project_name: 'text',
      p_job_name: 'text',
      p_framework_code: 'text',
      p_version: 'text',
      p_model_code: 'text',
      p_org_id: 'uuid',
      p_config_code: 'text',
      p_server_hostname: 'text',
      p_concurrency: 'integer',
      p_input_sequence_length: 'integer',
      p_output_sequence_length: 'integer',
    },
    optional: { p_quantization_code: 'text' },
  },
  { name: 'create_bench_vlm_job' },
  { name: 'create_bench_asr_job', required: { p_audio_duration_bucket: 'text' } },
  { name: 'get_job_status', required: { p_job_id: 'integer' } },
  {
    name: 'list_jobs_filtered',
    required: {},
    optional: {
      p_project_id: 'integer',
      p_status_code: 'text',
      p_owner_account_id: 'uuid',
      p_limit: 'integer',
    },
  },
  { name: 'cancel_job', required: { p_job_id: 'integer' } },
  {
    name: 'record_server_config_instance_heartbeat',
    required: { p_server_config_instance_id: 'integer' },
    byWorker: true,
  },
  {
    name: 'create_cloud_execution_request',
    shown: {
      p_owner_account_id: 'uuid',
      p_org_id: 'uuid',
      p_project_name: 'text',
      p_workload_code: 'text',
      p_config_code: 'text',
      p_scenario_code: 'text',
      p_auto_terminate: 'boolean',
      p_hf_token_id: 'integer',
    },
  },
  {
    name: 'resolve_model_server_runtime_contract',
    shown: {
      p_framework_code: 'text',
      p_framework_version: 'text',
      p_model_identifier: 'text',
      p_engine_args_set_code: 'text',
      p_bind_host: 'text',
      p_port: 'integer',
      p_launch_adapter: 'text',
      p_container_image_override: 'text',
    },
  },
  { name: 'mint_postgrest_write_jwt', isHttp: true },
  ...[
    'list_projects',
    'create_project',
    'create_workload',
    'create_scenario',
    'list_workloads',
    'list_scenarios',
    'create_server_config',
    'create_server_config_gpu',
    'create_server_config_instance',
    'list_server_config_instances',
    'validate_server_readiness',
    'execute_scenario',
    'list_jobs',
    'get_telemetry_summary_for_job',
    'get_telemetry_summary_for_run',
    'create_kyai_evaluation',
    'list_kyai_candidate_endpoints',
    'list_kyai_judge_configs',
    'create_kyai_generation_run',
    'get_kyai_generation_run',
    'create_kyai_judge_run',
    'get_kyai_judge_run',
  ].map((name) => ({ name })),
];

/** Views and directly readable tables, with the columns that the specification names for them. */
export const SPECIFIED_VIEWS: Readonly<Record<string, readonly string[]>> = {
  v_job_current_status: ['job_id', 'status_code', 'job_name', 'created_at', 'framework_code'],
  v_job_status_history: ['job_id', 'status_code', 'run_id', 'project_id', 'server_id', 'created_at'],
  v_run_jobs_with_params: [
    'job_id',
    'job_name',
    'status_code',
    'framework_code',
    'config_code',
    'server_id',
    'created_at',
  ],
  v_project_run_current_status: [],
  v_run_cost_summary: [],
  v_run_health_checks: [],
  v_project_runs_with_status: ['created_at'],
  v_server_current_status: ['config_code', 'last_heartbeat_at', 'status_code'],
  v_benchmark_results: [
    'job_id',
    'job_name',
    'framework_code',
    'config_code',
    'created_at',
    'tokens_per_sec',
    'ttft_p50_ms',
    'tpot_p50_ms',
  ],
  v_bench_llm_outputs: ['job_id', 'tokens_per_sec', 'ttft_p50_ms', 'tpot_p50_ms'],
  v_bench_vlm_outputs: ['job_id'],
  v_bench_asr_outputs: ['job_id'],
  v_inferencex_outputs: ['confidence_interval_lower', 'confidence_interval_upper'],
  v_throughput_leaderboard: ['tokens_per_sec'],
  v_model_comparison: [],
  v_framework_comparison: ['framework_code'],
  v_quantization_comparison: [],
  v_concurrency_scaling: [],
  v_cost_efficiency: [],
  v_hardware_utilization: [],
  v_telemetry_with_server: ['job_id'],
  v_telemetry_job_summary: ['job_id'],
  v_telemetry_per_gpu_summary: ['job_id'],
  v_tpu_telemetry_job_summary: ['job_id'],
  v_kyai_jobs: [],
  v_kyai_outputs: ['score', 'judge_response'],
  v_kyai_generation_outputs: [],
  v_kyai_results: ['score'],
  v_kyai_leaderboard: [],
  v_kyai_builtin_sets_with_prompt_count: [],
  v_cloud_provisioning_requests: ['status_code'],
  v_cloud_resource_lifecycle: [],
  v_audit_logs: ['created_at'],
  cloud_provisioning_requests: ['request_id', 'status_code', 'error_message', 'updated_at'],
  server_config_instances: ['server_id', 'hostname', 'created_at'],
  ai_models: [],
  frameworks: [],
  framework_versions: [],
  cloud_executions: ['execution_id', 'startup_extra_args_cli'],
  kyai_results: [],
  framework_command_templates: ['runtime_env'],
};

/** `later`: the part that brings it is not in this version; it says so. */
export const SPECIFIED_ENDPOINTS: readonly (readonly [
  method: 'GET' | 'POST',
  path: string,
  kind: 'here' | 'later',
])[] = [
  ['POST', '/api/cloud/onboard', 'later'],
  ['POST', '/api/onboarding/bootstrap', 'here'],
  ['GET', '/api/scripts/worker-startup.sh', 'here'],
  ['GET', '/api/scripts/restic-restore.sh', 'here'],
  ['GET', '/api/packages/', 'here'],
  ['GET', '/api/packages/?tag=site-1', 'here'],
  ['GET', '/api/packages/site-1.agent.js', 'here'],
  ['GET', '/downloads/bench-llm', 'here'],
  ['POST', '/api/ai-eval', 'later'],
  ['GET', '/api/benchmark-report/1', 'later'],
  ['GET', '/api/benchmark-report/1?ai=1', 'later'],
  ['GET', '/api/run-report/1', 'later'],
  ['GET', '/api/project-report/1', 'later'],
  ['GET', '/api/project-report/1?ai=1', 'later'],
  ['GET', '/api/project-run-report/1', 'later'],
  ['GET', '/api/deterministic-benchmark-report/1', 'later'],
  ['GET', '/api/deterministic-benchmark-report/1/pdf', 'later'],
  ['GET', '/api/project-deterministic-benchmark-report/1', 'later'],
  ['GET', '/api/project-deterministic-benchmark-report/1/pdf', 'later'],
  ['GET', '/api/jobs/JOB/sut.csv', 'here'],
  ['GET', '/api/jobs/JOB/logs.txt', 'here'],
  ['GET', '/api/health', 'here'],
  ['GET', '/api/version', 'here'],
  ['GET', '/api/openapi.json', 'here'],
];

/** Code and status of every error. */
export const SPECIFIED_ERRORS = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  validation_failed: 400,
  conflict: 409,
  rate_limited: 429,
  quota_exceeded: 402,
  server_unavailable: 503,
  internal: 500,
} as const;

/** Every form of "Pagination, filtering, ordering", with the status of a read that uses it. */
export const SPECIFIED_READS: readonly (readonly [
  query: string,
  headers: Readonly<Record<string, string>>,
])[] = [
  ['v_job_current_status?status_code=eq.pending', {}],
  ['v_benchmark_results?tokens_per_sec=gte.1', {}],
  ['v_job_current_status?framework_code=in.(vllm,sglang)', {}],
  ['v_job_current_status?job_name=like.*job*', {}],
  ['v_job_current_status?order=created_at.desc', {}],
  ['v_job_current_status?order=status_code.desc,created_at.asc', {}],
  ['v_job_current_status?limit=1&offset=0', {}],
  ['v_job_current_status', { 'Range-Unit': 'items', Range: '0-9' }],
];

/** Every operation of the sizer API, with a body that it takes. */
export const SPECIFIED_SIZER_ENDPOINTS: readonly (readonly [
  method: 'GET' | 'POST',
  path: string,
  body: Readonly<Record<string, unknown>> | null,
  status: number,
])[] = [
  ['GET', '/api/sizer/status', null, 200],
  ['GET', '/api/sizer/health', null, 200],
  ['GET', '/api/sizer/gpu-skus', null, 200],
  [
    'POST',
    '/api/sizer/solve',
    {
      fit: { modality_code: 'llm' },
      solve_for: 'sizing_plan',
      features: { display_model: 'Llama-3.1-70B', conc: 64, isl: 1024, osl: 512 },
    },
    200,
  ],
  ['POST', '/api/sizer/agent', { message: 'Llama-3.1-70B, 64 concurrent, 1024 in, 512 out' }, 200],
  ['POST', '/api/sizer/export', { job_ids: [1] }, 202],
  ['GET', '/api/sizer/export-jobs', null, 200],
  ['POST', '/api/sizer/train', {}, 202],
];

/** Fields that the sizer API names, by operation. */
export const SPECIFIED_SIZER_FIELDS: Readonly<Record<string, readonly string[]>> = {
  '/api/sizer/status': ['enabled'],
  '/api/sizer/gpu-skus': ['gpu_skus'],
  '/api/sizer/solve': [
    'status',
    'plan_type',
    'primary_recommendation',
    'recommendations',
    'rejected',
    'fit_check',
    'evaluated_profile',
    'scalar_results',
    'warnings',
  ],
  '/api/sizer/agent': [
    'status',
    'assistant_message',
    'steps',
    'request',
    'response',
    'form_patch',
    'assumptions',
    'error_code',
  ],
};

/** Reference views of the sizer with their columns. */
export const SPECIFIED_SIZER_VIEWS: Readonly<Record<string, readonly string[]>> = {
  v_sizer_reference_gpu_models: ['gpu_model', 'gpu_display_name', 'gpu_vendor_code', 'gpu_vram_gb'],
  v_sizer_reference_ai_models: ['model_code', 'model_name', 'model_params_b', 'family_name'],
};

/** Code and status of every error of the sizer; where the specification shows none, the product's decisions do. */
export const SPECIFIED_SIZER_ERRORS = {
  SIZER_NOT_CONFIGURED: 503,
  SIZER_UPSTREAM_UNAVAILABLE: 503,
  MISSING_SIZING_SIGNAL: 400,
  TRAINING_REQUIRED: 422,
  INSUFFICIENT_SCOPE: 403,
  NO_VIABLE_RECOMMENDATION: 422,
} as const;
