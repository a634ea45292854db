import { createHash, randomUUID } from 'node:crypto';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seed } from '#db/seed.ts';
import { listen } from '#server/api/server.ts';
import { benchResult } from '#testing/bench-result.ts';
import { openTestApp, type SignedIn, type TestApp } from '#testing/test-app.ts';
import { callRpc, createConfig, registerWorker, type TestWorkspace } from '#testing/workspace.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'yardstick');
const hasPython = spawnSync('python3', ['--version']).status === 0;

let t: TestApp;
let me: SignedIn;
let folder: string;
let baseUrl: string;
let document: OpenAPI3;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  // Inside the package, so that a program there finds openapi-fetch.
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'clients-'));
  t = await openTestApp();
  await seed(t.db);
  me = await t.signIn();
  const workspace: TestWorkspace = {
    orgId: me.orgId,
    accountId: me.accountId,
    claims: { sub: me.accountId, role: 'web_user' },
    member: () => Promise.reject(new Error('one member is enough here')),
  };
  worker = await startWorker(workspace);
  baseUrl = `http://127.0.0.1:${await listen(t.app, { host: '127.0.0.1', port: 0 })}/api`;
  document = (await (await fetch(`${baseUrl}/openapi.json`, { headers: me.bearer })).json()) as OpenAPI3;
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Speaks the worker's protocol and hands in a result for each job, as the agent does. */
async function startWorker(workspace: TestWorkspace): Promise<{ stop(): Promise<void> }> {
  const { workerId, epoch, claims } = await registerWorker(t.db, workspace, 'gpu-1', randomUUID());
  await createConfig(t.db, workspace);
  let isStopped = false;
  const work = async () => {
    while (!isStopped) {
      // Else the server counts as away after a minute, and submitting is refused.
      await callRpc(t.db, claims, 'worker_sync', {
        p_worker_id: workerId,
        p_epoch: epoch,
        p_state: 'idle',
        p_leases: [],
        p_now: new Date().toISOString(),
      });
      const job = await callRpc<{ job_id: number; attempt: number; lease_token: string } | null>(
        t.db,
        claims,
        'worker_claim_job',
        { p_worker_id: workerId, p_epoch: epoch, p_claim_id: randomUUID() },
      );
      if (job !== null) {
        const lease = { p_job_id: job.job_id, p_attempt: job.attempt, p_lease_token: job.lease_token };
        const text = JSON.stringify(benchResult());
        await callRpc(t.db, claims, 'worker_put_result', {
          ...lease,
          p_kind: 'bench-llm',
          p_sha256: createHash('sha256').update(text).digest('hex'),
          p_body_text: text,
        });
        await callRpc(t.db, claims, 'worker_finish_job', {
          ...lease,
          p_status: 'completed',
          p_error_code: null,
          p_message: null,
          p_exit_code: 0,
          p_signal: null,
          p_retryable: false,
          p_launch: { argv: ['engine'] },
        });
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  };
  const ended = work();
  return {
    async stop() {
      isStopped = true;
      await ended;
    },
  };
}

/** What a program printed last, as JSON. Its token comes by the environment. */
function runProgram(program: string, args: readonly string[]): Promise<unknown> {
  const env = {
    ...process.env,
    YARDSTICK_API: baseUrl,
    YARDSTICK_TOKEN: me.bearer.authorization.replace('Bearer ', ''),
  };
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd: folder, env, timeout: 120_000 }, (error, stdout, stderr) => {
      if (error !== null) reject(new Error(`${stdout}${stderr}`, { cause: error }));
      else resolve(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
    });
  });
}

const EXPECTED = {
  status: 'completed',
  tokens_per_sec: 640,
  rows: 1,
  refusal: { code: 'not_found', status: 404 },
};

const TYPESCRIPT_PROGRAM = `
import createClient from 'openapi-fetch';
import type { components, paths } from './yardstick-api';

const api = createClient<paths>({
  baseUrl: process.env['YARDSTICK_API'] ?? '',
  headers: { Authorization: 'Bearer ' + (process.env['YARDSTICK_TOKEN'] ?? '') },
});

const context = (await api.POST('/rpc/get_current_user_context')).data;
const own = context?.memberships.find((each) => !each.is_reference);
if (context === undefined || own === undefined) throw new Error('nobody');
const submitted = await api.POST('/rpc/create_bench_llm_job', {
  body: {
    p_owner_account_id: context.account_id,
    p_org_id: own.org_id,
    p_project_name: 'TypeScript',
    p_job_name: 'c8-isl256-osl64',
    p_framework_code: 'vllm',
    p_version: '0.19.0',
    p_model_code: 'llama-3.1-8b',
    p_config_code: 'sim-h100x8',
    p_server_hostname: 'gpu-1',
    p_concurrency: 8,
    p_input_sequence_length: 256,
    p_output_sequence_length: 64,
  },
});
const jobId: number | undefined = submitted.data;
if (jobId === undefined) throw new Error(JSON.stringify(submitted.error));
let status: components['schemas']['JobStatus'] = 'pending';
while (status === 'pending' || status === 'queued' || status === 'running') {
  await new Promise((resolve) => setTimeout(resolve, 300));
  status = (await api.POST('/rpc/get_job_status', { body: { p_job_id: jobId } })).data?.status_code ?? 'failed';
}
const read = await api.GET('/v_benchmark_results', { params: { query: { job_id: 'eq.' + String(jobId), limit: 5 } } });
const rows = read.data ?? [];
const throughput: number | null | undefined = rows[0]?.tokens_per_sec;
const missing = await api.POST('/rpc/get_job_status', { body: { p_job_id: 999999 } });
console.log(JSON.stringify({
  status, tokens_per_sec: throughput, rows: rows.length,
  refusal: { code: missing.error?.code, status: missing.response.status },
}));
// @ts-expect-error a number is no identifier of a workspace
void (() => api.POST('/rpc/create_project', { body: { p_org_id: 7, p_owner_account_id: 'x', p_project_name: 'x' } }));
// @ts-expect-error there is no such view
void (() => api.GET('/v_no_such_view'));
`;

describe('TypeScript client by openapi-typescript and openapi-fetch', () => {
  it('compiles under strict rules and runs a job', async () => {
    writeFileSync(join(folder, 'yardstick-api.d.ts'), astToString(await openapiTS(document)));
    const file = join(folder, 'program.ts');
    writeFileSync(file, TYPESCRIPT_PROGRAM);
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      noUncheckedIndexedAccess: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      moduleDetection: ts.ModuleDetectionKind.Force,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: ['node'],
      typeRoots: [join(root, 'node_modules', '@types')],
    });
    const faults = ts.getPreEmitDiagnostics(program);
    expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    expect(await runProgram(process.execPath, ['--import', import.meta.resolve('tsx'), file])).toEqual(
      EXPECTED,
    );
  }, 180_000);
});

const PYTHON_PROGRAM = `
import json, os
from yardstick_client import ApiError, Client

client = Client(os.environ["YARDSTICK_API"], os.environ["YARDSTICK_TOKEN"])
context = client.get_current_user_context()
own = [each for each in context["memberships"] if not each["is_reference"]][0]
job_id = client.create_bench_llm_job(
    p_owner_account_id=context["account_id"], p_org_id=own["org_id"],
    p_project_name="Python", p_job_name="c8-isl256-osl64", p_framework_code="vllm", p_version="0.19.0",
    p_model_code="llama-3.1-8b", p_config_code="sim-h100x8", p_server_hostname="gpu-1",
    p_concurrency=8, p_input_sequence_length=256, p_output_sequence_length=64)
status = client.wait_for_job(job_id, poll_s=0.3, limit_s=45)
rows = client.read_v_benchmark_results(job_id="eq.%d" % job_id, limit=5)
assert client.get_jobs_jobId_logs_txt(job_id).startswith("No log")
assert client.get_jobs_jobId_sut_csv(job_id).startswith("section,name,value,unit")
try:
    client.get_job_status(p_job_id=999999)
    refusal = None
except ApiError as error:
    refusal = {"code": error.code, "status": error.status}
    assert error.request_id
print(json.dumps({"status": status["status_code"], "tokens_per_sec": rows[0]["tokens_per_sec"], "rows": len(rows), "refusal": refusal}))
`;

describe.skipIf(!hasPython)('Python client by scripts/generate-python-client.mjs', () => {
  it('runs a job with the standard library alone', async () => {
    const script = join(root, 'scripts/generate-python-client.mjs');
    execFileSync(process.execPath, [script, 'openapi.json', 'yardstick_client.py'], {
      cwd: folder,
      timeout: 20_000,
    });
    writeFileSync(join(folder, 'program.py'), PYTHON_PROGRAM);
    // -I: no packages of the user, nothing from the environment but what is asked for.
    const run = `import sys; sys.path.insert(0, '.'); exec(open('program.py').read())`;
    expect(await runProgram('python3', ['-I', '-S', '-c', run])).toEqual(EXPECTED);
  }, 180_000);
});
