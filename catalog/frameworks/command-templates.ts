/** Values a template may ask for; `{model}` is the Hugging Face id or a local path, `{tp}` the GPUs of one replica. */
export const COMMAND_PLACEHOLDERS = ['model', 'host', 'port', 'tp', 'max_model_len'] as const;

/**
 * How a framework is launched. The command is `argv` followed by `quantization_argv[quantization_code]`, each
 * `{placeholder}` replaced inside its own argument (no shell sees it). A precision that is absent needs a
 * checkpoint already stored in it: then the framework reads the method from the checkpoint and no flag is added.
 */
export interface CommandTemplate {
  readonly framework_code: 'vllm' | 'sglang' | 'trt-llm';
  /** `default` for every launch that names no engine-argument set. */
  readonly template_code: string;
  readonly argv: readonly string[];
  readonly quantization_argv: Readonly<Record<string, readonly string[]>>;
  readonly health_path: string;
  readonly default_port: number;
  readonly runtime_env: Readonly<Record<string, string>>;
  readonly source: string;
}

/** Launch commands with documented flags only. */
export const COMMAND_TEMPLATES: readonly CommandTemplate[] = [
  {
    framework_code: 'vllm',
    template_code: 'default',
    argv: [
      'vllm',
      'serve',
      '{model}',
      '--host',
      '{host}',
      '--port',
      '{port}',
      '--tensor-parallel-size',
      '{tp}',
      '--max-model-len',
      '{max_model_len}',
    ],
    quantization_argv: { fp8: ['--quantization', 'fp8'] },
    health_path: '/health',
    default_port: 8000,
    runtime_env: { VLLM_NO_USAGE_STATS: '1' },
    source: 'docs.vllm.ai: vllm serve, usage stats',
  },
  {
    framework_code: 'sglang',
    template_code: 'default',
    argv: [
      'python3',
      '-m',
      'sglang.launch_server',
      '--model-path',
      '{model}',
      '--host',
      '{host}',
      '--port',
      '{port}',
      '--tp-size',
      '{tp}',
      '--context-length',
      '{max_model_len}',
      '--enable-metrics',
    ],
    quantization_argv: { fp8: ['--quantization', 'fp8'] },
    health_path: '/health',
    default_port: 30_000,
    runtime_env: {},
    source: 'docs.sglang.io: server arguments',
  },
  {
    framework_code: 'trt-llm',
    template_code: 'default',
    argv: [
      'trtllm-serve',
      '{model}',
      '--host',
      '{host}',
      '--port',
      '{port}',
      '--tp_size',
      '{tp}',
      '--max_seq_len',
      '{max_model_len}',
    ],
    quantization_argv: {},
    health_path: '/health',
    default_port: 8000,
    runtime_env: {},
    source: 'nvidia.github.io/TensorRT-LLM: trtllm-serve',
  },
  {
    // The control-plane API's runbook for a large-model target: its environment belongs to the template.
    framework_code: 'vllm',
    template_code: 'large-model',
    argv: [
      'vllm',
      'serve',
      '{model}',
      '--host',
      '{host}',
      '--port',
      '{port}',
      '--tensor-parallel-size',
      '{tp}',
      '--max-model-len',
      '{max_model_len}',
    ],
    quantization_argv: {},
    health_path: '/health',
    default_port: 8000,
    runtime_env: {
      ENGINE_ATTENTION_BACKEND: 'FLASHMLA',
      ENGINE_MULTI_STREAM_GEMM_TOKEN_THRESHOLD: '256',
      ENGINE_TORCH_COMPILE_LEVEL: 'O2',
      ENGINE_USE_DEEP_GEMM: '1',
      VLLM_NO_USAGE_STATS: '1',
    },
    source: 'control-plane API: resolve_model_server_runtime_contract, runbook for a large-model target',
  },
];
