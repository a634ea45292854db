import { describe, expect } from 'vitest';
import { last, setup, test } from './test-fixtures/harness.ts';

describe('leases', () => {
  test('stops a job that the platform gave away, and reports nothing', async ({
    harness: { platform, worker, ended, inPhase, allGone },
  }) => {
    const job = platform.addJob(setup({ behaviour: 'endless' }));
    platform.maxAttempts = 1;
    worker.start();
    await inPhase(job, 'measuring');
    const pids = await worker.childPids();
    platform.loseLease(job);
    await allGone(pids);
    expect(last(job).outcome).toBe('lost');
    expect(last(job).finish).toBeNull();
    const next = platform.addJob(setup({ measureMs: 10 }));
    await ended(next);
    expect(next.status).toBe('completed');
  });

  test('stops the job at a fenced write, before any sync says so', async ({
    harness: { platform, worker, until, allGone },
  }) => {
    platform.intervals = { sync_s: 5, log_s: 0.2, telemetry_s: 0.2, lease_ttl_s: 30 };
    const job = platform.addJob(setup({ behaviour: 'endless' }));
    worker.start();
    await until('the bench runs', async () => (await worker.childPids()).length === 2);
    const pids = await worker.childPids();
    platform.inject({ rpc: 'worker_put_telemetry', times: 1, status: 409 });
    await allGone(pids);
    expect(last(job).finish).toBeNull();
  });

  test('stops the job by itself when the lease runs out without network', async ({
    harness: { platform, worker, ended, inPhase, allGone },
  }) => {
    platform.intervals = { ...platform.intervals, lease_ttl_s: 1.5 };
    platform.maxAttempts = 1;
    const job = platform.addJob(setup({ behaviour: 'endless' }));
    worker.start();
    await inPhase(job, 'measuring');
    const pids = await worker.childPids();
    await platform.outage();
    await allGone(pids);
    // The platform must not have freed the attempt before the agent, back on a busy machine, says what became of it.
    last(job).expiresAtMs += 30_000;
    await platform.listen();
    await ended(job);
    expect(last(job).finish).toMatchObject({ p_error_code: 'lease_expired', p_retryable: true });
  });
});

describe('a platform that is away', () => {
  test('gets result and logs after the outage, once', async ({
    harness: { platform, worker, until, ended, inPhase },
  }) => {
    platform.intervals = { ...platform.intervals, lease_ttl_s: 30 };
    const job = platform.addJob(setup({ measureMs: 1200 }));
    worker.start();
    await inPhase(job, 'measuring');
    await platform.outage();
    await until('the worker tries in vain', () => worker.output.includes('cannot deliver yet'));
    await platform.listen();
    await ended(job);
    expect(job.status).toBe('completed');
    expect(job.attempts).toHaveLength(1);
    expect(last(job).resultWrites).toBe(1);
    expect(last(job).logs.bench.join('')).toBe('bench starts, key none\nbench done\n');
  });

  test('loses answers of every call without doubling anything', async ({
    harness: { platform, worker, ended },
  }) => {
    for (const rpc of [
      'worker_register',
      'worker_claim_job',
      'worker_append_log',
      'worker_put_telemetry',
      'worker_put_result',
      'worker_finish_job',
    ] as const) {
      platform.inject({ rpc, times: 2, afterEffect: true });
    }
    const job = platform.addJob(setup());
    worker.start();
    await ended(job);
    expect(job.status).toBe('completed');
    expect(job.attempts).toHaveLength(1);
    expect(last(job).resultWrites).toBe(3);
    expect(last(job).logs.bench.join('')).toBe('bench starts, key none\nbench done\n');
    expect(
      last(job)
        .logs.engine.join('')
        .match(/loading weights 7\n/g),
    ).toHaveLength(1);
  });

  test('is not asked again before its Retry-After', async ({ harness: { platform, worker, ended } }) => {
    platform.inject({ rpc: 'worker_claim_job', times: 1, status: 429, retryAfterS: 1.5 });
    platform.inject({ rpc: 'worker_put_result', times: 1, status: 503, retryAfterS: 1.5 });
    const job = platform.addJob(setup({ measureMs: 10 }));
    worker.start();
    await ended(job);
    expect(job.status).toBe('completed');
    for (const rpc of ['worker_claim_job', 'worker_put_result']) {
      const [first, second] = platform.calls.filter((call) => call.rpc === rpc);
      expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(1480);
    }
  });

  test('may forget the worker in the middle of a job', async ({
    harness: { platform, worker, ended, inPhase },
  }) => {
    const job = platform.addJob(setup({ measureMs: 1000 }));
    worker.start();
    await inPhase(job, 'measuring');
    platform.forgetWorker();
    await ended(job);
    expect(job.status).toBe('completed');
    expect(job.attempts).toHaveLength(1);
    expect(platform.epoch).toBe(2);
  });
});
