import { describe, expect, it } from 'vitest';
import { createBenchAsrJob, createBenchVlmJob } from '#contract/rpc/bench-media-jobs.ts';
import { createBenchLlmJob } from '#contract/rpc/create-bench-llm-job.ts';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { shellQuote } from '#src/api/curl-command.ts';
import { repeatRequest, reproduceCommand } from './reproduce-command.ts';

const job: JobCurrentStatus = {
  job_id: 7,
  org_id: '3f0e6a52-5c4f-4a8e-9f43-0d9a2c0f3b11',
  project_id: 1,
  project_name: "Ann's nightly",
  run_id: 2,
  run_name: 'sweep',
  job_name: 'c8',
  tool_code: 'bench-llm',
  status_code: 'completed',
  phase_code: null,
  progress: null,
  status_at: '2026-11-27T10:00:00+00:00',
  error_code: null,
  error_message: null,
  provenance: 'measured',
  cancel_requested_at: null,
  attempt_count: 1,
  max_attempts: 3,
  framework_code: 'vllm',
  framework_version: '0.11.0',
  model_code: 'llama-3.1-8b',
  quantization_code: 'fp8',
  server_hostname: 'gpu-1',
  config_code: 'h200-tp1',
  gpu_model: 'h200-sxm',
  gpu_name: 'H200 SXM',
  gpu_vendor: 'nvidia',
  gpu_architecture: 'hopper',
  gpu_count: 1,
  concurrency: 8,
  input_sequence_length: 1024,
  output_sequence_length: 512,
  server_id: 1,
  owner_account_id: null,
  owner_name: null,
  created_at: '2026-11-27T10:00:00+00:00',
  started_at: null,
  finished_at: null,
};
const input = {
  job,
  options: { seed: 3, num_requests: 64, resolved_by_platform: true },
  apiBase: 'http://127.0.0.1:4600/api',
  accountId: '7d1a3c52-8f0e-4a8e-9f43-0d9a2c0f3b22',
};

describe('repeatRequest', () => {
  it('is a request that the contract takes', () => {
    const parsed = createBenchLlmJob.params.parse(repeatRequest(input));
    expect(parsed).toMatchObject({
      p_concurrency: 8,
      p_quantization_code: 'fp8',
      p_options: { seed: 3, num_requests: 64 },
    });
    expect(parsed.p_job_name).not.toBe(job.job_name);
  });

  it('keeps a name within its limit, and any seed the platform gives', () => {
    const parsed = createBenchLlmJob.params.parse(
      repeatRequest({
        ...input,
        job: { ...job, job_name: 'x'.repeat(200) },
        options: { seed: 2_147_483_646 },
      }),
    );
    expect(parsed.p_job_name).toBe(`${'x'.repeat(194)} again`);
    expect(parsed.p_options).toEqual({ seed: 2_147_483_646 });
  });

  it('is null for a figure that was never submitted here', () => {
    expect(repeatRequest({ ...input, job: { ...job, config_code: null } })).toBeNull();
    // Speech without the duration that was asked for.
    expect(reproduceCommand({ ...input, job: { ...job, tool_code: 'bench-asr' } })).toBeNull();
  });

  it('asks for the same images', () => {
    const images = { images_per_request: 2, image_width: 640, image_format: 'jpeg', image_unique: false };
    const vlm = {
      ...input,
      job: { ...job, tool_code: 'bench-vlm' as const },
      options: { seed: 3, ...images },
    };
    expect(createBenchVlmJob.params.strict().parse(repeatRequest(vlm))).toMatchObject({
      p_input_sequence_length: 1024,
      p_images_per_request: 2,
      p_image_width: 640,
      p_image_format: 'jpeg',
      p_image_unique: false,
      p_options: { seed: 3 },
    });
    expect(reproduceCommand(vlm)).toContain('/api/rpc/create_bench_vlm_job');
  });

  it('asks for speech of the same duration, in the place of an input length', () => {
    const asr = {
      ...input,
      job: { ...job, tool_code: 'bench-asr' as const, input_sequence_length: null },
      options: { seed: 3, audio_duration_bucket: '5-15s', audio_min_s: 5, audio_max_s: 15 },
    };
    expect(createBenchAsrJob.params.strict().parse(repeatRequest(asr))).toMatchObject({
      p_audio_duration_bucket: '5-15s',
      p_options: { seed: 3 },
    });
    expect(reproduceCommand(asr)).toContain('/api/rpc/create_bench_asr_job');
  });
});

describe('reproduceCommand', () => {
  it('names no token and carries the same body through a shell, whatever the names hold', () => {
    const command = reproduceCommand({ ...input, job: { ...job, job_name: `a'b $(id) "c" \\` } }) ?? '';
    expect(command).toContain('Bearer $YARDSTICK_TOKEN');
    const quoted = command.slice(command.indexOf('--data ') + '--data '.length);
    // As a POSIX shell reads it: nothing is special between single quotes, and \\' stands outside of them.
    expect(quoted.replaceAll(`'\\''`, '').slice(1, -1)).not.toContain("'");
    const body = quoted.slice(1, -1).replaceAll(`'\\''`, "'");
    expect(JSON.parse(body)).toMatchObject({
      p_job_name: `a'b $(id) "c" \\ again`,
      p_project_name: "Ann's nightly",
    });
  });

  it('quotes for a shell', () => {
    expect(shellQuote("it's")).toBe(`'it'\\''s'`);
  });
});
