import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '#testing/test-app.ts';
import { sutRows } from './sut-rows.ts';

let t: TestApp;
let me: SignedIn;
let jobId: number;
beforeAll(async () => {
  t = await openTestApp();
  me = await t.signIn();
  jobId = await addMeasuredJob(me.orgId);
});
afterAll(() => t.close());

/** A job of a server with two GPUs, its worker and one attempt with a launch record. */
async function addMeasuredJob(orgId: string): Promise<number> {
  const hardware = {
    cpu_model: 'EPYC 9554',
    cpu_count: 128,
    memory_gb: 1511.6,
    os: 'Linux 6.8',
    gpus: [0, 1].map((index) => ({
      index,
      uuid: `GPU-${index}`,
      name: 'NVIDIA H100 80GB HBM3',
      memory_total_mb: 81559,
      driver_version: '570.86.10',
    })),
  };
  const launch = {
    kind: 'process',
    argv: ['vllm', 'serve', 'meta-llama/Llama-3.1-8B', '--chat-template', `it's "x"`],
    env: { VLLM_USE_V1: '1', HF_TOKEN: '***' },
    base_url: 'http://127.0.0.1:8000',
  };
  const { rows } = await t.db.one<{ job_id: number }>(
    { role: 'web_system' },
    `with server as (
       insert into core.servers (org_id, hostname) values ($1::uuid, 'gpu-01') returning server_id
     ), worker as (
       insert into core.workers (org_id, server_id, machine_id, boot_id, agent_version, hardware, capabilities, token_hash, last_sync_at)
       select $1::uuid, server_id, 'machine-1', 'boot-1', '0.1.0', $2::jsonb, '{"launch_kinds":["process"],"tools":["bench-llm"]}', decode('00', 'hex'), now()
       from server returning worker_id
     ), project as (
       insert into core.projects (org_id, project_name) values ($1::uuid, 'P, "one"') returning *
     ), run as (
       insert into core.runs (org_id, project_id, run_name) select org_id, project_id, 'run' from project returning *
     ), job as (
       insert into core.jobs (org_id, project_id, run_id, job_name, tool_code, provenance, model_code, framework_code, framework_version,
         quantization_code, server_hostname, config_code, gpu_count, concurrency, input_sequence_length, output_sequence_length)
       select org_id, project_id, run_id, '=cmd()', 'bench-llm', 'measured', 'llama-3.1-8b', 'vllm', '0.11.0', 'fp16', 'gpu-01', 'two-gpus', 2, 16, 1024, 512
       from run returning job_id
     ), attempt as (
       insert into core.job_attempts (job_id, attempt, org_id, worker_id, worker_epoch, claim_id, lease_token_hash, lease_expires_at, claim_answer, launch)
       select job_id, 1, $1::uuid, worker_id, 1, gen_random_uuid(), '', now(), '{}', $3::jsonb from job, worker
     )
     select job_id from job`,
    [orgId, JSON.stringify(hardware), JSON.stringify(launch)],
  );
  return rows[0]?.job_id ?? 0;
}

const get = (id: number | string, headers: Record<string, string> = me.bearer) =>
  t.app.inject({ url: `/api/jobs/${id}/sut.csv`, headers });

describe('GET /api/jobs/:jobId/sut.csv', () => {
  it('lists what was measured, and with what, by RFC 4180', async () => {
    const response = await get(jobId);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toBe(`attachment; filename="job-${jobId}-sut.csv"`);
    const lines = response.body.split('\r\n');
    expect(lines[0]).toBe('section,name,value,unit');
    expect(lines.at(-1)).toBe('');
    for (const line of [
      `job,job id,${jobId},`,
      `job,job name,'=cmd(),`,
      'job,project,"P, ""one""",',
      'workload,model,llama-3.1-8b,',
      'workload,concurrency,16,requests',
      'workload,input sequence length,1024,tokens',
      'framework,framework,vllm,',
      'framework,version,0.11.0,',
      'server,hostname,gpu-01,',
      'server,config,two-gpus,',
      'server,agent version,0.1.0,',
      'gpu,count,2,GPUs',
      'gpu,model,,',
      'hardware,cpu,EPYC 9554,',
      'hardware,memory,1511.6,GB',
      'gpu 1,uuid,GPU-1,',
      'gpu 1,memory,81559,MB',
      'gpu 0,driver version,570.86.10,',
      'launch,kind,process,',
      'launch,simulated,false,',
      `launch,command,"vllm serve meta-llama/Llama-3.1-8B --chat-template 'it'\\''s ""x""'",`,
      'launch,env HF_TOKEN,***,',
    ])
      expect(lines).toContain(line);
  });

  it('does not exist for another workspace, without a token or without a job', async () => {
    const other = await t.signIn();
    expect((await get(jobId, other.bearer)).statusCode).toBe(404);
    expect((await get(999_999)).json()).toMatchObject({ code: 'not_found' });
    expect((await get(jobId, {})).statusCode).toBe(401);
    expect((await get('x')).statusCode).toBe(400);
  });
});

describe('sutRows', () => {
  it('leaves empty what nobody knows', () => {
    const rows = sutRows({ job: { job_id: 7, model_code: 'm' }, attempt: null, server: null });
    expect(rows.find(({ name }) => name === 'job id')?.value).toBe(7);
    expect(rows.find(({ name }) => name === 'simulated')?.value).toBeNull();
    expect(rows.find(({ name }) => name === 'command')?.value).toBeNull();
  });
});
