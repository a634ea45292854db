import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import { openTestDatabase, type TestDatabase } from '#testing/database.ts';
import type { LimitClass } from './limit-classes.ts';
import { RateLimiter } from './rate-limiter.ts';

let test: TestDatabase;
let now = Date.parse('2026-06-01T00:00:00Z');
let count = 0;
let subject = '';
const faults: unknown[] = [];
const limiters: RateLimiter[] = [];

beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());
beforeEach(() => {
  now += 3_600_000;
  subject = `somebody ${++count}`;
  faults.length = 0;
});

function open(): RateLimiter {
  const limiter = new RateLimiter({
    db: test.db,
    now: () => now,
    onError: (error) => void faults.push(error),
  });
  limiters.push(limiter);
  return limiter;
}

/** How many of `tries` were let through, and what the first refusal said. */
async function send(
  limiter: RateLimiter,
  tries: number,
  limitClass: LimitClass = 'rpc',
): Promise<{ passed: number; refusal: ApiError | null }> {
  let passed = 0;
  let refusal: ApiError | null = null;
  for (let i = 0; i < tries; i += 1) {
    try {
      await limiter.take(subject, limitClass);
      passed += 1;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refusal ??= error;
    }
  }
  return { passed, refusal };
}

describe('procedures', () => {
  it('lets 120 through in a burst and tells when the minute ends', async () => {
    const limiter = open();
    expect((await send(limiter, 60)).passed).toBe(60);
    now += 20_000;
    const { passed, refusal } = await send(limiter, 70);
    expect(passed).toBe(60);
    expect(refusal).toMatchObject({
      code: 'rate_limited',
      status: 429,
      headers: { 'Retry-After': '40' },
      details: { limit: 'rpc', max: 60, window_s: 60, retry_after_s: 40 },
    });
  });

  it('ends a burst 30 s after it began', async () => {
    const limiter = open();
    expect((await send(limiter, 61)).passed).toBe(61);
    now += 29_999;
    expect((await send(limiter, 1)).passed).toBe(1);
    now += 1;
    expect((await send(limiter, 1)).passed).toBe(0);
  });

  it('begins a new minute 60 s after the first request, and not a millisecond before', async () => {
    const limiter = open();
    await send(limiter, 130);
    now += 59_999;
    expect((await send(limiter, 1)).passed).toBe(0);
    now += 1;
    expect((await send(limiter, 100)).passed).toBe(60);
  });

  it('gives for a burst only what the minute before left', async () => {
    const limiter = open();
    await send(limiter, 45);
    now += 60_000;
    expect((await send(limiter, 130)).passed).toBe(75);
    now += 120_000;
    expect((await send(limiter, 130)).passed).toBe(120);
  });

  it('never lets more than a minute’s 60 through on average', async () => {
    const limiter = open();
    let passed = 0;
    for (let minute = 0; minute < 10; minute += 1) {
      passed += (await send(limiter, 130)).passed;
      now += 60_000;
    }
    expect(passed).toBe(120 + 9 * 60);
  });

  it('counts each credential and each class for itself', async () => {
    const limiter = open();
    await send(limiter, 130);
    expect((await send(limiter, 1, 'read')).passed).toBe(1);
    subject = `${subject} else`;
    expect((await send(limiter, 1)).passed).toBe(1);
  });

  it('is shared by processes, to the request', async () => {
    const [a, b] = [open(), open()];
    let passed = 0;
    for (let i = 0; i < 75; i += 1) passed += (await send(i % 2 === 0 ? a : b, 2)).passed;
    expect(passed).toBe(120);
  });

  it('lets no more through when all come at once', async () => {
    const [a, b] = [open(), open()];
    const tries = Array.from({ length: 200 }, (_, i) =>
      (i % 2 === 0 ? a : b).take(subject, 'rpc').then(
        () => 1,
        () => 0,
      ),
    );
    expect((await Promise.all(tries)).reduce<number>((sum, one) => sum + one, 0)).toBe(120);
  });
});

describe('reads', () => {
  it('are 600 a minute, 1,200 when paginated, exactly, in one process', async () => {
    const limiter = open();
    expect((await send(limiter, 650, 'read')).passed).toBe(600);
    expect((await send(limiter, 1_250, 'page')).passed).toBe(1_200);
    expect(faults).toEqual([]);
  });

  it('ask the database far less than once each, and lose none', async () => {
    let asked = 0;
    const db = Object.create(test.db, {
      one: {
        value: (...args: Parameters<typeof test.db.one>) => {
          asked += 1;
          return test.db.one(...args);
        },
      },
    }) as typeof test.db;
    const limiter = new RateLimiter({ db, now: () => now, onError: (error) => void faults.push(error) });
    for (let i = 0; i < 400; i += 1) {
      await limiter.take(subject, 'read');
      // Requests come by the event loop, so what was sent to the database is answered in between.
      if (i % 20 === 19) await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await limiter.close();
    expect(asked).toBeLessThanOrEqual(40);
    const { rows } = await test.db.one<{ used: number }>(
      { role: 'web_system' },
      'select used from core.rate_windows where subject = $1',
      [subject],
    );
    expect(rows[0]?.used).toBe(400);
  });

  it('of several processes pass the limit by less than two batches each, and are never cut short', async () => {
    const processes = [open(), open(), open()];
    let passed = 0;
    for (let i = 0; i < 400; i += 1)
      for (const each of processes) passed += (await send(each, 1, 'read')).passed;
    expect(passed).toBeGreaterThanOrEqual(600);
    expect(passed).toBeLessThanOrEqual(600 + 2 * 2 * 20);
  });
});

it('says that the database is away rather than letting anybody through uncounted', async () => {
  const gone = await openTestDatabase();
  const limiter = new RateLimiter({ db: gone.db, onError: (error) => void faults.push(error) });
  await gone.close();
  await expect(limiter.take(subject, 'rpc')).rejects.toMatchObject({ sqlstate: '08006' });
});
