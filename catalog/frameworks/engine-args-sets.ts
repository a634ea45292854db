/**
 * Engine arguments that `resolve_model_server_runtime_contract` puts behind a command template.
 * `template_values` fills what the caller does not give; without `max_model_len` the model's own context counts.
 */
export interface EngineArgsSet {
  readonly engine_args_set_code: string;
  readonly framework_code: 'vllm' | 'sglang' | 'trt-llm';
  readonly template_code: string;
  /** Versions whose flags these are; null: any version of the framework. */
  readonly framework_versions: readonly string[] | null;
  readonly argv: readonly string[];
  readonly template_values: Readonly<Partial<Record<'tp' | 'max_model_len', string>>>;
  /** Runs of arguments that the resolved command must hold, in this order, else the answer is refused. */
  readonly required_argv: readonly (readonly string[])[];
  readonly required_env: readonly string[];
  readonly description: string;
  readonly source: string;
}

const plain = (framework_code: EngineArgsSet['framework_code'], source: string): EngineArgsSet => ({
  engine_args_set_code: `${framework_code}-default`,
  framework_code,
  template_code: 'default',
  framework_versions: null,
  argv: [],
  template_values: { tp: '1' },
  required_argv: [],
  required_env: [],
  description: 'The template alone: one GPU, the whole context of the model.',
  source,
});

/** Sets the platform ships. */
export const ENGINE_ARGS_SETS: readonly EngineArgsSet[] = [
  plain('vllm', 'docs.vllm.ai: vllm serve'),
  plain('sglang', 'docs.sglang.io: server arguments'),
  plain('trt-llm', 'nvidia.github.io/TensorRT-LLM: trtllm-serve'),
  {
    engine_args_set_code: 'vllm-large-model-fp8',
    framework_code: 'vllm',
    template_code: 'large-model',
    framework_versions: ['0.19.0', '0.18.0', '0.17.0', '0.16.0', '0.15.1'],
    // Bare: in these versions a value after it is read as another argument.
    argv: ['--quantization', 'fp8', '--enable-chunked-prefill'],
    template_values: { tp: '8', max_model_len: '16384' },
    required_argv: [['--quantization', 'fp8'], ['--enable-chunked-prefill']],
    required_env: [
      'ENGINE_ATTENTION_BACKEND',
      'ENGINE_USE_DEEP_GEMM',
      'ENGINE_MULTI_STREAM_GEMM_TOKEN_THRESHOLD',
      'ENGINE_TORCH_COMPILE_LEVEL',
    ],
    description: 'A large mixture-of-experts model in FP8 on eight GPUs.',
    source: 'control-plane API: resolve_model_server_runtime_contract, runbook for a large-model target',
  },
];
