/** A serving framework, or `openai` for an endpoint whose software is not ours to choose. */
export interface Framework {
  readonly framework_code: 'vllm' | 'sglang' | 'trt-llm' | 'openai';
  readonly framework_name: string;
  readonly homepage_url: string | null;
  /** True when the platform may launch it; false when only an endpoint config may name it. */
  readonly is_launchable: boolean;
  /** Newest first; nightly builds last, newest first. */
  readonly versions: readonly string[];
  readonly source: string;
}

/**
 * Frameworks and the versions that published serving points name. TensorRT-LLM leaves out the labels that occur
 * only with disaggregated deployments (0.5.1-rc0.pre3, 0.8.1.post1 to post3, 1.1.0-dev.2): they number another
 * package of the same images, so launching them by that number would fail.
 */
export const FRAMEWORKS: readonly Framework[] = [
  {
    framework_code: 'vllm',
    framework_name: 'vLLM',
    homepage_url: 'https://docs.vllm.ai',
    is_launchable: true,
    versions: [
      '0.19.0',
      '0.18.0',
      '0.17.0',
      '0.16.0',
      '0.15.1',
      '0.12.0',
      '0.11.2',
      'nightly-5b8c30d62b754b57',
    ],
    source: 'versions named in NVIDIA aiconfigurator silicon_sample.csv @095f58a5',
  },
  {
    framework_code: 'sglang',
    framework_name: 'SGLang',
    homepage_url: 'https://docs.sglang.io',
    is_launchable: true,
    versions: [
      '0.5.10.post1',
      '0.5.9',
      '0.5.8.post1',
      '0.5.8',
      '0.5.6.post2',
      '0.5.6',
      '0.5.5.post2',
      '0.5.1.post1',
      'nightly-dev-20260402-d7256eb6',
      'nightly-dev-20260216-d3bae71e',
      'nightly-dev',
    ],
    source: 'versions named in NVIDIA aiconfigurator silicon_sample.csv @095f58a5',
  },
  {
    framework_code: 'trt-llm',
    framework_name: 'TensorRT-LLM',
    homepage_url: 'https://nvidia.github.io/TensorRT-LLM',
    is_launchable: true,
    versions: [
      '1.3.0rc5',
      '1.3.0rc1',
      '1.2.0rc6.post3',
      '1.2.0rc6.post2',
      '1.2.0rc6.post1',
      '1.2.0rc2.post2',
      '1.2.0rc2',
      '1.1.0rc2.post2',
      '1.0.0rc3',
    ],
    source: 'versions named in NVIDIA aiconfigurator silicon_sample.csv @095f58a5, aggregated rows',
  },
  {
    framework_code: 'openai',
    framework_name: 'Any OpenAI-compatible endpoint',
    homepage_url: null,
    is_launchable: false,
    versions: ['any'],
    source: 'our own entry for endpoint configs',
  },
];
