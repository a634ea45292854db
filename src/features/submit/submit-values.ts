import type { JobTool } from '#contract/jobs.ts';
import type { SubmitValues } from './submit-schema.ts';

/** What each tool is called where a person chooses it. */
export const TOOL_WORDS: Readonly<Record<JobTool, { readonly name: string; readonly title: string }>> = {
  'bench-llm': { name: 'Text (LLM)', title: 'Submit an LLM benchmark' },
  'bench-vlm': { name: 'Text and images (VLM)', title: 'Submit a VLM benchmark' },
  'bench-asr': { name: 'Speech (ASR)', title: 'Submit an ASR benchmark' },
};

export const EMPTY_VALUES: SubmitValues = {
  p_tool: 'bench-llm',
  p_images_per_request: '1',
  p_image_width: '1024',
  p_image_height: '1024',
  p_image_format: 'png',
  p_image_content: 'noise',
  p_image_unique: 'yes',
  p_audio_duration_bucket: '5-15s',
  p_project_name: '',
  p_run_name: '',
  p_job_name: '',
  p_server_hostname: '',
  p_config_code: '',
  p_model_code: '',
  p_framework_code: '',
  p_version: '',
  p_quantization_code: 'fp16',
  p_concurrency: '8',
  p_input_sequence_length: '1024',
  p_output_sequence_length: '1024',
  p_more_shapes: '',
  p_repeats: '1',
  p_skip: '',
  p_options: {
    num_requests: '',
    num_warmups: '',
    max_duration_s: '',
    seed: '',
    ignore_eos: true,
    ttft_ms: '',
    tpot_ms: '',
    e2el_ms: '',
    other: '',
  },
};
