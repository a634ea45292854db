import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { sendPaced, type PacedOutcome } from './paced.ts';

const jobs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `job ${index}`,
    concurrency: index + 1,
    isl: 128,
    osl: 32,
  }));

/** A clock that only moves while somebody waits. */
function clock() {
  let ms = 0;
  return {
    now: () => ms,
    wait: (by: number) => {
      ms += by;
      return Promise.resolve();
    },
  };
}

it('sends no more than 18 in any minute', async () => {
  const { now, wait } = clock();
  const times: number[] = [];
  await sendPaced(jobs(40), {
    perMinute: 18,
    send: () => Promise.resolve(times.push(now())),
    onChange: () => undefined,
    now,
    wait,
  });
  expect(times).toHaveLength(40);
  for (const [index, at] of times.entries())
    expect(times.filter((one) => one > at - 60_000 && one <= at).length, `at ${index}`).toBeLessThanOrEqual(
      18,
    );
  expect(times.at(-1)).toBe(120_000);
});

it('goes on after a refusal and says which it was', async () => {
  const { now, wait } = clock();
  const seen: (readonly PacedOutcome<number>[])[] = [];
  const taken = new ApiError({ code: 'conflict', status: 409, message: 'taken' });
  const outcomes = await sendPaced(jobs(3), {
    perMinute: 18,
    send: ({ concurrency }) =>
      concurrency === 2 ? Promise.reject(taken) : Promise.resolve(concurrency * 10),
    onChange: (one) => seen.push(one),
    now,
    wait,
  });
  expect(outcomes).toEqual([
    { state: 'sent', value: 10 },
    { state: 'refused', error: taken },
    { state: 'sent', value: 30 },
  ]);
  expect(seen[0]?.map((one) => one.state)).toEqual(['sending', 'waiting', 'waiting']);
});

it('waits as long as a 429 asks, once', async () => {
  const { now, wait } = clock();
  const limited = new ApiError({ code: 'rate_limited', status: 429, message: 'slow', retryAfterS: 7 });
  let tries = 0;
  const outcomes = await sendPaced(jobs(1), {
    perMinute: 18,
    send: () => (++tries === 1 ? Promise.reject(limited) : Promise.resolve(now())),
    onChange: () => undefined,
    now,
    wait,
  });
  expect(outcomes).toEqual([{ state: 'sent', value: 7250 }]);
  tries = 0;
  const refused = await sendPaced(jobs(1), {
    perMinute: 18,
    send: () => Promise.reject(limited),
    onChange: () => undefined,
    now,
    wait,
  });
  expect(refused).toEqual([{ state: 'refused', error: limited }]);
});

it('stops where it is told to, and sends the rest later without sending anything twice', async () => {
  const { now, wait } = clock();
  const sent: string[] = [];
  const stopping = new AbortController();
  const first = await sendPaced(jobs(4), {
    perMinute: 18,
    send: ({ name }) => {
      if (sent.push(name) === 2) stopping.abort();
      return Promise.resolve(sent.length);
    },
    onChange: () => undefined,
    now,
    wait,
    signal: stopping.signal,
  });
  expect(first.map(({ state }) => state)).toEqual(['sent', 'sent', 'stopped', 'stopped']);
  const second = await sendPaced(jobs(4), {
    perMinute: 18,
    send: ({ name }) => Promise.resolve(sent.push(name)),
    onChange: () => undefined,
    now,
    wait,
    before: first,
  });
  expect(second.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'sent']);
  expect(sent).toEqual(['job 0', 'job 1', 'job 2', 'job 3']);
});

it('says how long what is sent again has to wait, and does not once it is stopped in the wait', async () => {
  const limited = new ApiError({ code: 'rate_limited', status: 429, message: 'slow', retryAfterS: 3600 });
  const stopping = new AbortController();
  let tries = 0;
  const outcomes = await sendPaced(jobs(2), {
    perMinute: 18,
    send: () => {
      tries += 1;
      return Promise.reject(limited);
    },
    onChange: ([first]) => {
      if (first?.state !== 'sending' || first.waitS === undefined) return;
      expect(first.waitS).toBe(3600);
      // Only the wait itself is left, of an hour.
      setTimeout(() => stopping.abort());
    },
    signal: stopping.signal,
  });
  expect(outcomes).toEqual([{ state: 'stopped' }, { state: 'stopped' }]);
  expect(tries).toBe(1);
});

it('sends nothing again that was stopped before the server asked to wait, and waits for no turn', async () => {
  const limited = new ApiError({ code: 'rate_limited', status: 429, message: 'slow', retryAfterS: 3600 });
  const stopping = new AbortController();
  let tries = 0;
  const outcomes = await sendPaced(jobs(3), {
    perMinute: 1,
    send: () => {
      tries += 1;
      if (tries === 1) stopping.abort();
      return Promise.reject(limited);
    },
    onChange: () => undefined,
    signal: stopping.signal,
  });
  expect(outcomes.map(({ state }) => state)).toEqual(['stopped', 'stopped', 'stopped']);
  expect(tries).toBe(1);
});
