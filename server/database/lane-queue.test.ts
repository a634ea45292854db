import { setTimeout as later } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LaneQueue } from './lane-queue.ts';
import type { Lane } from './port.ts';

describe('LaneQueue', () => {
  let queue: LaneQueue;
  let order: string[];
  let now = 0;

  beforeEach(() => {
    queue = new LaneQueue({ concurrency: 1, maxWaiting: 3, maxWaitMs: 5_000 });
    order = [];
    now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Takes the only place and returns what frees it. */
  function block(): () => void {
    let free = (): void => undefined;
    void queue.run('read', () => new Promise<void>((resolve) => (free = resolve)));
    return () => free();
  }
  function enqueue(lane: Lane, name: string, atMs: number): Promise<void> {
    now = atMs;
    return queue.run(lane, () => Promise.resolve(void order.push(name)));
  }

  it('serves a lane in order of arrival, and heartbeats before reads before reports', async () => {
    const free = block();
    const all = [
      enqueue('report', 'report', 0),
      enqueue('read', 'read 1', 10),
      enqueue('read', 'read 2', 20),
      enqueue('control', 'heartbeat', 30),
    ];
    expect(queue.waiting).toBe(4);
    free();
    await Promise.all(all);
    expect(order).toEqual(['heartbeat', 'read 1', 'read 2', 'report']);
    expect([queue.waiting, queue.running]).toEqual([0, 0]);
  });

  it('starves no lane: a report that waited two seconds goes before a new heartbeat', async () => {
    const free = block();
    const all = [
      enqueue('report', 'report', 0),
      enqueue('read', 'read', 1_900),
      enqueue('control', 'heartbeat', 2_001),
    ];
    free();
    await Promise.all(all);
    expect(order).toEqual(['report', 'heartbeat', 'read']);
  });

  it('refuses the next of a full lane with 53300, not of another lane', async () => {
    const free = block();
    const waiting = [1, 2, 3].map((n) => enqueue('read', String(n), n));
    await expect(enqueue('read', 'too many', 4)).rejects.toMatchObject({ sqlstate: '53300' });
    const heartbeat = enqueue('control', 'heartbeat', 5);
    free();
    await Promise.all([...waiting, heartbeat]);
    expect(order).toHaveLength(4);
  });

  it('refuses what waited too long and keeps the rest', async () => {
    queue = new LaneQueue({ concurrency: 1, maxWaiting: 3, maxWaitMs: 20 });
    const free = block();
    await expect(enqueue('read', 'late', 0)).rejects.toMatchObject({ sqlstate: '53300' });
    const next = enqueue('read', 'next', 1);
    free();
    await next;
    expect(order).toEqual(['next']);
  });

  it('runs as many at a time as it may, also after failures', async () => {
    queue = new LaneQueue({ concurrency: 2, maxWaiting: 10, maxWaitMs: 5_000 });
    let most = 0;
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) =>
        queue.run('read', async () => {
          most = Math.max(most, queue.running);
          await later(1);
          if (i % 2 === 0) throw new Error('failed');
        }),
      ),
    );
    expect(most).toBe(2);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(4);
    expect(queue.running).toBe(0);
  });

  it('runs few quick ones at a time, and lets the next in once one is slow', async () => {
    queue = new LaneQueue({
      concurrency: 3,
      quick: { limit: 1, forMs: 20 },
      maxWaiting: 10,
      maxWaitMs: 5_000,
    });
    const free = block();
    const next = enqueue('read', 'next', 0);
    await later(1);
    expect([order, queue.running, queue.waiting]).toEqual([[], 1, 1]);
    await next;
    expect(order).toEqual(['next']);
    // The slow one has its place still, and gives it back once.
    expect(queue.running).toBe(1);
    free();
    await later(1);
    expect(queue.running).toBe(0);
  });

  it('refuses none for the sake of quick ones that it has a place for', async () => {
    queue = new LaneQueue({
      concurrency: 3,
      quick: { limit: 1, forMs: 1_000 },
      maxWaiting: 1,
      maxWaitMs: 5_000,
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => queue.run('read', () => later(1))),
    );
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('never runs more slow ones than its concurrency', async () => {
    queue = new LaneQueue({
      concurrency: 2,
      quick: { limit: 1, forMs: 1 },
      maxWaiting: 10,
      maxWaitMs: 5_000,
    });
    let most = 0;
    const slow = async (): Promise<void> => {
      most = Math.max(most, queue.running);
      await later(30);
    };
    await Promise.all(Array.from({ length: 5 }, () => queue.run('read', slow)));
    expect(most).toBe(2);
    expect([queue.running, queue.waiting]).toEqual([0, 0]);
  });

  it('on close refuses what waits and waits for what runs', async () => {
    const free = block();
    const waiting = enqueue('read', 'never', 0);
    let isClosed = false;
    const closing = queue.close().then(() => (isClosed = true));
    await expect(waiting).rejects.toMatchObject({ sqlstate: '08006' });
    await expect(queue.run('read', () => Promise.resolve())).rejects.toMatchObject({ sqlstate: '08006' });
    expect(isClosed).toBe(false);
    free();
    await closing;
    expect(order).toEqual([]);
  });
});
