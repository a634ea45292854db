import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { isAlive, last, ownPort, setup, simulated, test } from './test-fixtures/harness.ts';

/** A model server that knows nothing of its parent, deaf to signals, with a worker process and one that left the group. */
const CARELESS = `
  const { spawn } = require('node:child_process');
  const { writeFileSync } = require('node:fs');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  const part = (detached) => spawn('sleep', ['90'], { detached, stdio: 'ignore' }).pid;
  writeFileSync(process.argv[2], JSON.stringify([process.pid, part(false), part(true)]));
  require('node:http').createServer((request, response) => response.end('{"data":[{"id":"fake"}]}'))
    .listen(Number(process.argv[1]), '127.0.0.1');
  setTimeout(() => process.exit(0), 90_000);
`;

/** Process ids of the watchdogs of the worker in `workDir`. */
async function watchdogsOf(workDir: string): Promise<number[]> {
  const { machine_id } = z
    .object({ machine_id: z.string() })
    .parse(JSON.parse(await readFile(join(workDir, 'machine.json'), 'utf8')));
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const command = await readFile(`/proc/${name}/cmdline`, 'latin1').catch(() => '');
    if (command.includes(`\0watch-attempt\0${machine_id}:`)) found.push(Number(name));
  }
  return found;
}

describe('kill -9 of the agent', () => {
  for (const phase of ['launching', 'measuring']) {
    test(`in the phase ${phase}: ends what is left, reports the attempt, and runs the job again`, async ({
      harness: { platform, worker, until, inPhase, allGone },
    }) => {
      // The lease must outlive a slow start of the second program: what is tested is the report, not the loss.
      platform.intervals = { ...platform.intervals, lease_ttl_s: 30 };
      const launch = phase === 'launching' ? simulated('never-ready') : simulated();
      const job = platform.addJob(setup({ behaviour: 'endless', launch }));
      worker.start();
      await inPhase(job, phase);
      await until('the job has processes', async () => (await worker.childPids()).length > 0);
      const pids = await worker.childPids();
      await worker.end('SIGKILL');
      expect(pids.some(isAlive)).toBe(true);
      worker.start();
      await until('the second attempt', () => job.attempts.length === 2);
      await allGone(pids);
      expect(job.attempts[0]?.finish).toMatchObject({
        p_status: 'failed',
        p_error_code: 'worker_restarted',
        p_retryable: true,
      });
      expect(job.attempts[0]?.finish?.p_message).toMatch(
        phase === 'launching' ? /"launching"/ : /"(ready|warming|measuring)"/,
      );
      expect(job.attempts[0]?.logs.engine.join('')).toContain('loading weights 60');
      expect(platform.epoch).toBe(2);
    });
  }

  for (const phase of ['launching', 'measuring']) {
    test(`in the phase ${phase}, and no next start: a model server that does not watch its parent ends, too`, async ({
      harness: { platform, worker, until, inPhase, allGone },
    }) => {
      const port = ownPort();
      const file = join(worker.workDir, 'engine-pids.json');
      const launch = {
        kind: 'process' as const,
        argv: [process.execPath, '-e', CARELESS, String(port), file],
        env: {},
        host: '127.0.0.1',
        // Nobody listens on the other port: the agent waits until it is killed.
        port: phase === 'launching' ? ownPort() : port,
        health_path: '/health',
        served_model_name: 'fake',
        ready_timeout_s: 20,
      };
      const job = platform.addJob(setup({ behaviour: 'endless', launch }));
      worker.start();
      await inPhase(job, phase);
      await until('the model server runs', () => existsSync(file));
      const pids = z
        .array(z.int())
        .length(3)
        .parse(JSON.parse(await readFile(file, 'utf8')));
      expect(pids.map(isAlive)).toEqual([true, true, true]);
      const watchdogs = await watchdogsOf(worker.workDir);
      expect(watchdogs).toHaveLength(1);
      await worker.end('SIGKILL');
      await allGone([...pids, ...watchdogs]);
    });
  }

  test('after the bench is done: delivers the result, and nothing runs twice', async ({
    harness: { platform, worker, ended, inPhase },
  }) => {
    platform.intervals = { ...platform.intervals, lease_ttl_s: 30 };
    const job = platform.addJob(setup({ behaviour: 'lingers', measureMs: 10 }));
    worker.start();
    await inPhase(job, 'collecting');
    await worker.end('SIGKILL');
    worker.start();
    await ended(job);
    expect(job.status).toBe('completed');
    expect(job.attempts).toHaveLength(1);
    expect(last(job).resultWrites).toBe(1);
    expect(last(job).logs.bench.join('')).toBe('bench starts, key none\nbench done\n');
  });

  test('between the stored result and the end of the job: the same result, once', async ({
    harness: { platform, worker, until, ended },
  }) => {
    platform.inject({ rpc: 'worker_finish_job', times: 1_000 });
    platform.intervals = { ...platform.intervals, lease_ttl_s: 30 };
    const job = platform.addJob(setup({ measureMs: 10 }));
    worker.start();
    await until('the result is stored', () => (job.attempts[0]?.resultWrites ?? 0) > 0);
    await worker.end('SIGKILL');
    platform.faults.length = 0;
    worker.start();
    await ended(job);
    expect(job.status).toBe('completed');
    expect(job.attempts).toHaveLength(1);
  });

  test('with a claim that was never answered: the same job, not another', async ({
    harness: { platform, worker, until, ended },
  }) => {
    platform.inject({ rpc: 'worker_claim_job', times: 1_000, afterEffect: true });
    platform.intervals = { ...platform.intervals, lease_ttl_s: 30 };
    const job = platform.addJob(setup({ measureMs: 10 }));
    worker.start();
    await until('the claim took effect', () => job.attempts.length === 1);
    await worker.end('SIGKILL');
    platform.faults.length = 0;
    worker.start();
    await ended(job);
    expect(job.status).toBe('completed');
    expect(job.attempts).toHaveLength(1);
  });

  test('of a bench failure not yet reported: reports that failure, not a restart', async ({
    harness: { platform, worker, until, ended },
  }) => {
    platform.inject({ rpc: 'worker_finish_job', times: 1_000 });
    platform.intervals = { ...platform.intervals, lease_ttl_s: 30 };
    const job = platform.addJob(setup({ behaviour: 'fails', measureMs: 10 }));
    worker.start();
    await until('the report is tried', () => platform.calls.some((call) => call.rpc === 'worker_finish_job'));
    await worker.end('SIGKILL');
    platform.faults.length = 0;
    worker.start();
    await ended(job);
    expect(last(job).finish).toMatchObject({ p_error_code: 'bench_failed', p_retryable: false });
    expect(job.attempts).toHaveLength(1);
  });

  test('right after a start that the journal does not know: the marker gives the process away', async ({
    harness: { platform, worker, until, allGone },
  }) => {
    await writeFile(
      join(worker.workDir, 'machine.json'),
      JSON.stringify({ machine_id: 'machine-under-test', hostname: 'test-worker' }),
    );
    const orphan = spawn('sleep', ['60'], {
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, YARDSTICK_ATTEMPT: 'machine-under-test:1:1' },
    });
    const foreign = spawn('sleep', ['60'], {
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, YARDSTICK_ATTEMPT: 'machine-of-others:1:1' },
    });
    await until('both run', () => isAlive(orphan.pid ?? 0) && isAlive(foreign.pid ?? 0));
    worker.start();
    await allGone([orphan.pid ?? 0]);
    await until('it is registered', () => platform.epoch === 1);
    expect(isAlive(foreign.pid ?? 0)).toBe(true);
    foreign.kill('SIGKILL');
  });

  test('and its process id taken by another program: that one is left alone', async ({
    harness: { platform, worker, until, inPhase, allGone },
  }) => {
    const job = platform.addJob(setup({ behaviour: 'endless' }));
    worker.start();
    await inPhase(job, 'measuring');
    const innocent = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
    await worker.end('SIGKILL');
    const path = join(worker.workDir, 'journal.json');
    const text = await readFile(path, 'utf8');
    const pids = await worker.childPids();
    await writeFile(path, text.replace(`"pid":${pids[0]}`, `"pid":${innocent.pid}`));
    worker.start();
    await until('the second attempt', () => job.attempts.length === 2);
    expect(isAlive(innocent.pid ?? 0)).toBe(true);
    innocent.kill('SIGKILL');
    // The marker found the one that the journal no longer names.
    await allGone(pids);
  });

  test('at many moments of two jobs: each is completed by one attempt, and nothing is stored twice', async ({
    harness: { platform, worker, until, ended, allGone },
  }) => {
    platform.maxAttempts = 100;
    platform.intervals = { ...platform.intervals, lease_ttl_s: 30 };
    const jobs = [platform.addJob(setup({ measureMs: 200 })), platform.addJob(setup({ measureMs: 200 }))];
    const seen = new Set<number>();
    // Prime steps, so that the kills fall on ever other moments of start, run and delivery.
    for (let i = 0; i < 10; i += 1) {
      worker.start();
      const registered = platform.epoch + 1;
      await until('it is registered', () => platform.epoch >= registered);
      await new Promise((resolve) => setTimeout(resolve, (i * 389) % 2300));
      for (const pid of await worker.childPids()) seen.add(pid);
      await worker.end('SIGKILL');
    }
    worker.start();
    for (const job of jobs) {
      await ended(job);
      expect(job.status).toBe('completed');
      expect(job.attempts.filter((attempt) => attempt.outcome === 'completed')).toHaveLength(1);
      expect(job.attempts.filter((attempt) => attempt.result !== null).length).toBeLessThanOrEqual(1);
    }
    expect(seen.size).toBeGreaterThan(0);
    await allGone([...seen]);
  });

  test('in the middle of a write of the journal: starts with an empty one and says so', async ({
    harness: { platform, worker, until, ended },
  }) => {
    await writeFile(join(worker.workDir, 'journal.json'), '{"version":1,"claim_id":nu');
    const job = platform.addJob(setup({ measureMs: 10 }));
    worker.start();
    await ended(job);
    expect(job.status).toBe('completed');
    await until('it is said', () => worker.output.includes('the journal cannot be read'));
  });
});
