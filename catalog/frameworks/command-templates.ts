/** Values a template may ask for; `{model}` is the Hugging Face id or a local path, `{tp}` the GPUs of one replica. */
export const COMMAND_PLACEHOLDERS = ['model', 'host', 'port', 'tp', 'max_model_len'] as const;

/**
 * How a framework is launched. The command is `argv` followed by `quantization_argv[quantization_code]`, each
 * `{placeholder}` replaced inside its own argument (no shell sees it). A precision that is absent needs a
 * checkpoint already stored in it: then the framework reads the method from the checkpoint and no flag is added.
 */
export interface CommandTemplate {
  readonly framework_code: 'vllm' | 'sglang' | 'trt-llm';
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
];
