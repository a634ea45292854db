import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { fakeInstall, last, ownPort, setup, simulated, test, testAlone } from './test-fixtures/harness.ts';

describe('a job', () => {
  test('runs through all phases and delivers result, logs and samples once', async ({
    harness: { platform, worker, until, ended },
  }) => {
    const job = platform.addJob(setup({ measureMs: 1500 }));
    worker.start();
    await ended(job);
    const attempt = last(job);
    expect(job.status).toBe('completed');
    expect(job.attempts).toHaveLength(1);
    expect(attempt.phases).toEqual(expect.arrayContaining(['measuring', 'collecting']));
    expect(attempt.progress).toContain(0.25);
    expect(attempt.resultWrites).toBe(1);
    expect(JSON.parse(attempt.result?.text ?? '')).toMatchObject({ tool: 'bench-llm', completed: 4 });
    expect(attempt.result?.text.startsWith('{"backend":"openai","burstiness":1,')).toBe(true);
    expect(attempt.finish).toMatchObject({
      p_status: 'completed',
      p_error_code: null,
      p_launch: { kind: 'simulated', simulated: true },
    });
    expect(attempt.logs.engine.join('')).toContain('loading weights 60\n');
    expect(attempt.logs.bench.join('')).toBe('bench starts, key none\nbench done\n');
    expect(attempt.logs.agent.join('')).toContain('the model server is ready');
    const rows = [...attempt.batches.values()].flat();
    expect(rows.filter((row) => row.source === 'gpu').length).toBeGreaterThanOrEqual(2);
    expect(rows.find((row) => row.source === 'gpu')).toMatchObject({
      gpu_index: 0,
      power_w: 500,
      cpu_pct: null,
    });
    expect(rows.find((row) => row.source === 'engine')).toMatchObject({
      engine_running: 4,
      engine_waiting: 1,
      kv_cache_pct: 25,
    });
    expect(rows.some((row) => row.source === 'host' && row.cpu_pct !== null)).toBe(true);
    await until(
      'the job folder is wiped',
      async () => (await readdir(join(worker.workDir, 'jobs'))).length === 0,
    );
  });

  test('is followed by the next at once, while the worker never holds two', async ({
    harness: { platform, worker, ended },
  }) => {
    const jobs = [platform.addJob(setup({ measureMs: 10 })), platform.addJob(setup({ measureMs: 10 }))];
    worker.start();
    for (const job of jobs) await ended(job);
    expect(jobs.map((job) => job.status)).toEqual(['completed', 'completed']);
  });

  test('fails when the engine does not come up, saying why', async ({
    harness: { platform, worker, ended },
  }) => {
    const dead = platform.addJob(setup({ launch: simulated('dies-early') }));
    const late = platform.addJob(setup({ launch: { ...simulated('never-ready'), ready_timeout_s: 3 } }));
    worker.start();
    await ended(dead);
    expect(last(dead).finish).toMatchObject({ p_error_code: 'engine_died', p_exit_code: 3 });
    expect(last(dead).finish?.p_message).toContain('before it was ready (exit code 3)');
    expect(last(dead).finish?.p_message).toContain('CUDA out of memory');
    await ended(late);
    expect(last(late).finish).toMatchObject({ p_error_code: 'engine_not_ready', p_retryable: false });
    expect(last(late).finish?.p_message).toMatch(
      /was not ready after 3 s: http:\/\/127.0.0.1:\d+\/health answers 503/,
    );
  });

  test('fails when the bench is killed, fails, or ends without a result', async ({
    harness: { platform, worker, ended, inPhase },
  }) => {
    const killed = platform.addJob(setup({ behaviour: 'endless' }));
    worker.start();
    await inPhase(killed, 'measuring');
    process.kill((await worker.childPids())[0] ?? 0, 'SIGKILL');
    await ended(killed);
    expect(last(killed).finish).toMatchObject({
      p_error_code: 'bench_failed',
      p_signal: 'SIGKILL',
      p_retryable: false,
    });
    const others: [string, string][] = [
      ['fails', 'bench_failed'],
      ['no-result', 'bench_failed'],
      ['bad-spec', 'bench_spec_refused'],
      ['unreachable', 'engine_unreachable'],
    ];
    for (const [behaviour, code] of others) {
      const job = platform.addJob(setup({ behaviour, measureMs: 10 }));
      await ended(job);
      expect(last(job).finish?.p_error_code).toBe(code);
      expect(last(job).result).toBeNull();
      if (behaviour === 'fails') expect(last(job).finish?.p_message).toContain('50.0 % of requests failed');
    }
  });

  test('stops at its longest run time', async ({ harness: { platform, worker, ended } }) => {
    const job = platform.addJob(setup({ behaviour: 'endless', maxRuntimeS: 1 }));
    worker.start();
    await ended(job);
    expect(last(job).finish).toMatchObject({
      p_status: 'failed',
      p_error_code: 'max_runtime_exceeded',
      p_retryable: false,
    });
  });

  test('leaves no daemon that its engine put into another process group', async ({
    harness: { platform, worker, ended, allGone },
  }) => {
    const job = platform.addJob(setup({ measureMs: 10, launch: simulated('daemon') }));
    worker.start();
    await ended(job);
    const pid = Number(/daemon (\d+)/.exec(last(job).logs.engine.join(''))?.[1]);
    expect(pid).toBeGreaterThan(1);
    await allGone([pid]);
  });

  test('is cancelled by signals up to SIGKILL, and reported as cancelled', async ({
    harness: { platform, worker, ended, inPhase, allGone },
  }) => {
    const job = platform.addJob(setup({ behaviour: 'endless', launch: simulated('stubborn') }));
    worker.start();
    await inPhase(job, 'measuring');
    const pids = await worker.childPids();
    job.isCancelRequested = true;
    await ended(job);
    expect(job.status).toBe('cancelled');
    expect(last(job).finish).toMatchObject({ p_status: 'cancelled', p_retryable: false });
    expect(pids).toHaveLength(2);
    await allGone(pids);
  });

  testAlone(
    'fails when the engine dies while measuring: within 5 s, with the last 50 lines of its log',
    async ({ harness: { platform, worker, ended, inPhase, allGone } }) => {
      const job = platform.addJob(setup({ behaviour: 'endless' }));
      worker.start();
      await inPhase(job, 'measuring');
      const pids = await worker.childPids();
      const killedAt = performance.now();
      process.kill(pids[1] ?? 0, 'SIGKILL');
      await ended(job);
      expect(performance.now() - killedAt).toBeLessThan(5000);
      const { finish } = last(job);
      expect(finish).toMatchObject({
        p_status: 'failed',
        p_error_code: 'engine_died',
        p_signal: 'SIGKILL',
        p_exit_code: null,
        p_retryable: false,
      });
      expect(finish?.p_message).toMatch(
        /^The model server stopped by itself \(signal SIGKILL\) in the phase "measuring"\./,
      );
      // 61 lines were written, the last being the one about the port.
      expect(finish?.p_message?.split('\n').slice(2)).toHaveLength(50);
      expect(finish?.p_message).toContain('loading weights 60');
      await allGone(pids);
    },
  );
});

describe('kinds of model server', () => {
  test('attaches to an endpoint with its key, which shows up nowhere', async ({
    harness: { platform, worker, ended },
  }) => {
    const key = 'sekret-key-123456';
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      if (request.url === '/v1/models') seen.push(request.headers.authorization);
      response
        .writeHead(request.url === '/v1/models' ? 200 : 404)
        .end(JSON.stringify({ data: [{ id: 'served' }] }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const launch = {
      kind: 'endpoint' as const,
      base_url: `http://127.0.0.1:${port}/v1/`,
      served_model_name: 'served',
      endpoint_api: 'chat' as const,
      api_key: key,
      ready_timeout_s: 5,
    };
    const job = platform.addJob(setup({ launch }));
    const wrong = platform.addJob(setup({ launch: { ...launch, served_model_name: 'another' } }));
    worker.start();
    await ended(job);
    await ended(wrong);
    server.close();
    expect(job.status).toBe('completed');
    expect(seen[0]).toBe(`Bearer ${key}`);
    expect(last(job).logs.bench.join('')).toContain('bench starts, key [secret]');
    expect(last(job).finish?.p_launch).toMatchObject({
      kind: 'endpoint',
      bench_spec: { endpoint: 'chat', model: 'served', base_url: `http://127.0.0.1:${port}` },
    });
    expect(last(wrong).finish?.p_message).toBe(
      'The model server cannot be used: it serves served, not another.',
    );
    expect(JSON.stringify(platform.jobs.map((j) => j.attempts)) + worker.output).not.toContain(key);
  });

  test('starts a process with its variables, and refuses a port that is taken', async ({
    harness: { platform, worker, ended },
  }) => {
    const port = ownPort();
    const launch = {
      kind: 'process' as const,
      argv: [
        process.execPath,
        join(await fakeInstall(), 'engine.js'),
        '--model',
        'good',
        '--port',
        String(port),
        '--api-key',
        'argv-secret-99',
      ],
      env: { HF_TOKEN: 'hf-secret-value' },
      host: '127.0.0.1',
      port,
      health_path: '/health',
      served_model_name: 'fake',
      ready_timeout_s: 10,
    };
    const job = platform.addJob(setup({ launch }));
    const missing = platform.addJob(setup({ launch: { ...launch, argv: ['/does/not/exist'] } }));
    const taken = platform.addJob(setup({ launch: { ...launch, port: Number(new URL(platform.api).port) } }));
    platform.maxAttempts = 1;
    worker.start();
    for (const each of [job, missing, taken]) await ended(each);
    expect(job.status).toBe('completed');
    expect(last(job).finish?.p_launch).toMatchObject({ kind: 'process', env: { HF_TOKEN: '[secret]' } });
    expect(JSON.stringify(last(job).finish)).not.toMatch(/argv-secret-99|hf-secret-value/);
    expect(last(missing).finish).toMatchObject({ p_error_code: 'engine_not_ready' });
    expect(last(missing).finish?.p_message).toContain('could not be started: spawn /does/not/exist ENOENT');
    expect(last(taken).finish).toMatchObject({ p_error_code: 'engine_port_busy', p_retryable: true });
  });

  test('refuses kinds that the machine does not allow, and tools that it does not have', async ({
    harness: { platform, worker, ended },
  }) => {
    const refused = platform.addJob(setup());
    const tool = platform.addJob({ ...setup(), tool_code: 'bench-vlm' });
    worker.start({ YARDSTICK_LAUNCH_KINDS: 'endpoint' });
    await ended(refused);
    await ended(tool);
    expect(last(refused).finish).toMatchObject({ p_error_code: 'launch_refused', p_retryable: false });
    expect(last(tool).finish).toMatchObject({ p_error_code: 'unsupported_job' });
  });
});

describe('a job that cannot be run', () => {
  const endpoint = {
    kind: 'endpoint' as const,
    base_url: 'http://127.0.0.1:9/v1',
    served_model_name: 'served',
    endpoint_api: 'chat' as const,
    api_key: null,
    ready_timeout_s: 5,
  };

  test('for a bad option is refused before the model server is started, and names the option', async ({
    harness: { platform, worker, ended },
  }) => {
    const job = platform.addJob(setup({ options: { goodput: { ttft_ms: -1 } } }));
    const good = platform.addJob(setup({ measureMs: 10 }));
    worker.start();
    await ended(job);
    expect(last(job).finish).toMatchObject({ p_error_code: 'bench_spec_refused', p_retryable: false });
    expect(last(job).finish?.p_message).toMatch(
      /^The settings of this job cannot be run: goodput\.ttft_ms: /,
    );
    expect(last(job).finish?.p_launch).toBeNull();
    expect(last(job).logs.engine).toEqual([]);
    expect(last(job).phases).not.toContain('launching');
    await ended(good);
    expect(good.status).toBe('completed');
  });

  test('for a key or an address that no request can carry is refused without quoting it', async ({
    harness: { platform, worker, ended },
  }) => {
    const key = platform.addJob(setup({ launch: { ...endpoint, api_key: 'sekret-1234\nx-evil: 1' } }));
    const address = platform.addJob(
      setup({ launch: { ...endpoint, base_url: 'http://me:pass-word-1@127.0.0.1:9/' } }),
    );
    worker.start();
    for (const job of [key, address]) await ended(job);
    expect(last(key).finish).toMatchObject({
      p_error_code: 'launch_refused',
      p_message: "The endpoint's API key has a character that no HTTP header may carry.",
      p_retryable: false,
    });
    expect(last(address).finish?.p_message).toMatch(/address has a user name or password in it/);
    expect(JSON.stringify(platform.jobs.map((job) => job.attempts)) + worker.output).not.toMatch(
      /sekret-1234|x-evil|pass-word-1/,
    );
  });

  test('for a field that it cannot read says which, and is too new only for an unknown kind', async ({
    harness: { platform, worker, ended },
  }) => {
    const address = platform.addJob(setup({ launch: { ...endpoint, base_url: 'no address' } }));
    const kind = platform.addJob(setup({ launch: { ...endpoint, kind: 'quantum' as 'endpoint' } }));
    worker.start();
    for (const job of [address, kind]) await ended(job);
    expect(last(address).finish).toMatchObject({
      p_error_code: 'launch_refused',
      p_message: "The job cannot be run: the endpoint's address (launch.base_url): Invalid URL.",
    });
    expect(last(kind).finish).toMatchObject({ p_error_code: 'unsupported_job', p_retryable: false });
    expect(last(kind).finish?.p_message).toMatch(
      /^This worker is too old for the job or does not know its kind: /,
    );
  });

  test('reports its end with every known secret masked, whichever part it got into', async ({
    harness: { platform, worker, ended },
  }) => {
    const launch = {
      kind: 'process' as const,
      argv: ['/does/not/exist/hub-token-77'],
      env: {},
      host: '127.0.0.1',
      port: ownPort(),
      health_path: '/health',
      served_model_name: 'fake',
      ready_timeout_s: 10,
    };
    const job = platform.addJob(setup({ launch }));
    const options = { extra_body: { note: ['hub-token-77', 'http://u:pw@h/x'] } };
    const good = platform.addJob(setup({ measureMs: 10, options }));
    platform.maxAttempts = 1;
    worker.start({ HF_TOKEN: 'hub-token-77' });
    for (const each of [job, good]) await ended(each);
    expect(last(job).finish?.p_message).toContain('spawn /does/not/exist/[secret] ENOENT');
    expect(last(good).finish?.p_launch).toMatchObject({
      bench_spec: { extra_body: { note: ['[secret]', 'http://[secret]@h/x'] } },
    });
    expect(JSON.stringify(platform.jobs.map((each) => each.attempts))).not.toContain('hub-token-77');
  });
});

describe('the agent', () => {
  test('takes no job while it drains', async ({ harness: { platform, worker, until, ended } }) => {
    platform.isDraining = true;
    worker.start();
    await until('the worker says that it drains', () => worker.output.includes('draining'));
    const job = platform.addJob(setup({ measureMs: 10 }));
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(job.attempts).toHaveLength(0);
    platform.isDraining = false;
    await ended(job);
    expect(job.status).toBe('completed');
  });

  test('gives way to a newer registration of its machine', async ({
    harness: { platform, worker, until },
  }) => {
    worker.start();
    await until('it is registered', () => platform.epoch === 1);
    platform.epoch = 2;
    await until('it ends', () => worker.exitCode !== null);
    expect(worker.exitCode).toBe(3);
    expect(worker.output).toContain('took over');
  });

  test('shares its work folder with no other', async ({ harness: { platform, worker, until } }) => {
    worker.start();
    await until('it is registered', () => platform.epoch === 1);
    const folder = await fakeInstall();
    const second = await new Promise<{ status: unknown; stderr: string }>((resolve) => {
      execFile(
        process.execPath,
        [
          join(folder, 'agent.js'),
          '--api',
          platform.api,
          '--work-dir',
          worker.workDir,
          '--hostname',
          'test-worker',
        ],
        { env: { YARDSTICK_WORKER_TOKEN: platform.registrationToken }, timeout: 20_000 },
        (error, _stdout, stderr) => resolve({ status: error?.code, stderr }),
      );
    });
    expect(second.status).toBe(2);
    expect(second.stderr).toContain('already uses the work folder');
  });

  testAlone(
    'stops on SIGTERM within seconds, giving the running job back',
    async ({ harness: { platform, worker, inPhase, allGone } }) => {
      const job = platform.addJob(setup({ behaviour: 'endless' }));
      platform.maxAttempts = 1;
      worker.start();
      await inPhase(job, 'measuring');
      const pids = await worker.childPids();
      const startedAt = performance.now();
      expect(await worker.end('SIGTERM')).toBe(0);
      expect(performance.now() - startedAt).toBeLessThan(5000);
      expect(last(job).finish).toMatchObject({
        p_status: 'failed',
        p_error_code: 'worker_stopped',
        p_retryable: true,
      });
      await allGone(pids);
    },
  );
});
