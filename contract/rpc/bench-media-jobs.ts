import { z } from 'zod';
import { defineRpc } from '#contract/define.ts';
import { createBenchLlmJob } from '#contract/rpc/create-bench-llm-job.ts';

/** Buckets of audio duration; 30 s is the window of Whisper. */
export const AUDIO_DURATION_BUCKETS = ['0-5s', '5-15s', '15-30s', '30-60s', '60-300s', '300-1800s'] as const;
export const IMAGE_FORMATS = ['png', 'jpeg'] as const;
export const IMAGE_CONTENTS = ['noise', 'gradient', 'solid', 'checkerboard'] as const;

/** Submits a benchmark of a model that sees images (pixels; PNG noise of 1024 x 1024 unless said otherwise); answers its job_id. */
export const createBenchVlmJob = defineRpc(
  'create_bench_vlm_job',
  'engineer',
  createBenchLlmJob.params.extend({
    p_images_per_request: z.int32().min(1).max(64).optional(),
    p_image_width: z.int32().min(16).max(8192).optional(),
    p_image_height: z.int32().min(16).max(8192).optional(),
    p_image_format: z.enum(IMAGE_FORMATS).optional(),
    p_image_content: z.enum(IMAGE_CONTENTS).optional(),
    /** Whether every image differs, which defeats the cache of the image preprocessor. */
    p_image_unique: z.boolean().optional(),
  }),
  z.int(),
);

/** Submits a benchmark of a speech recogniser; the duration of the audio takes the place of the input length. Answers its job_id. */
export const createBenchAsrJob = defineRpc(
  'create_bench_asr_job',
  'engineer',
  createBenchLlmJob.params
    .omit({ p_input_sequence_length: true })
    .extend({ p_audio_duration_bucket: z.enum(AUDIO_DURATION_BUCKETS) }),
  z.int(),
);
