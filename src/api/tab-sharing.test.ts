import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { EndpointLimits } from './endpoint-limits.ts';
import { shareBetweenTabs, type TabSharingOptions } from './tab-sharing.ts';

/** The lock manager of a browser, as far as it is used: one holder for a name, the others in a row. */
function lockManager(): TabSharingOptions['locks'] {
  const held = new Map<string, Promise<unknown>>();
  const request = async (name: string, ...rest: unknown[]) => {
    const work = rest.at(-1) as (lock: object) => unknown;
    const before = held.get(name);
    const mine = (async () => {
      await before;
      return work({ name });
    })();
    const ended = mine.then(
      () => undefined,
      () => undefined,
    );
    held.set(name, ended);
    try {
      return await mine;
    } finally {
      if (held.get(name) === ended) held.delete(name);
    }
  };
  return { request: request as unknown as LockManager['request'] };
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A tab that shows the jobs and reads them on a timer; `read` is what reaches the server. */
async function openTab(
  locks: TabSharingOptions['locks'],
  account: string,
  read: () => Promise<number>,
  isSpent = () => false,
) {
  const queryClient = new QueryClient();
  const limits = new EndpointLimits(Date.now);
  const session = { account: { account_id: account } } as unknown as TabSharingOptions['api']['session'];
  const sharing = shareBetweenTabs({ queryClient, api: { limits, session }, build: 'test', locks, isSpent });
  queryClient.setDefaultOptions({ queries: { behavior: { onFetch: sharing.beforeFetch }, retry: false } });
  const observer = new QueryObserver(queryClient, {
    queryKey: ['jobs'],
    queryFn: read,
    refetchInterval: 60_000,
  });
  const unsubscribe = observer.subscribe(() => undefined);
  stops.push(() => {
    unsubscribe();
    sharing.stop();
  });
  await soon(() => expect(queryClient.getQueryData(['jobs'])).toBeDefined());
  return { queryClient, observer, limits, data: () => queryClient.getQueryData(['jobs']) };
}

/** A machine with much to do takes its time. */
const soon = (holds: () => void) => vi.waitFor(holds, { timeout: 10_000 });

/** A server that counts up, and takes its time. */
function counting() {
  let asked = 0;
  return {
    asked: () => asked,
    read: async () => {
      asked += 1;
      const answer = asked;
      await new Promise((resolve) => setTimeout(resolve, 30));
      return answer;
    },
  };
}

it.each([
  ['with locks', lockManager()],
  ['without locks', undefined],
])('gives what one tab reads again to the others, %s', async (_, locks) => {
  const server = counting();
  const one = await openTab(locks, 'ada', server.read);
  const two = await openTab(locks, 'ada', server.read);
  expect([one.data(), two.data()]).toEqual([1, 2]);
  await one.observer.refetch();
  expect(one.data()).toBe(3);
  await soon(() => expect(two.data()).toBe(3));
  expect(server.asked()).toBe(3);
});

it('asks once when two tabs read again at the same time', async () => {
  const server = counting();
  const locks = lockManager();
  const tabs = [await openTab(locks, 'ada', server.read), await openTab(locks, 'ada', server.read)];
  await Promise.all(tabs.map((tab) => tab.observer.refetch()));
  expect(tabs.map((tab) => tab.data())).toEqual([3, 3]);
  expect(server.asked()).toBe(3);
});

it('asks once when a tab starts while the other’s answer is still on its way', async () => {
  const server = counting();
  const locks = lockManager();
  const one = await openTab(locks, 'ada', server.read);
  const two = await openTab(locks, 'ada', server.read);
  const second = one.observer.refetch().then(() => two.observer.refetch());
  await second;
  expect([one.data(), two.data(), server.asked()]).toEqual([3, 3, 3]);
});

it('reads itself after a write, which another tab’s answer may not know of', async () => {
  const [server, own] = [counting(), counting()];
  const locks = lockManager();
  const one = await openTab(locks, 'ada', server.read);
  const two = await openTab(locks, 'ada', own.read);
  const poll = one.observer.refetch();
  await two.queryClient.invalidateQueries({ queryKey: ['jobs'] });
  await poll;
  expect(own.asked()).toBe(2);
  expect(two.data()).toBe(2);
});

it('asks itself when the other tab got no answer', async () => {
  const server = counting();
  const locks = lockManager();
  let isBroken = false;
  const one = await openTab(locks, 'ada', async () => {
    const answer = await server.read();
    if (isBroken) throw new ApiError({ code: 'internal', status: 500, message: 'Broken' });
    return answer;
  });
  const two = await openTab(locks, 'ada', server.read);
  isBroken = true;
  await Promise.all([one.observer.refetch(), two.observer.refetch()]);
  expect([one.data(), two.data()]).toEqual([1, 4]);
});

it('asks itself when another tab does not let go of its turn', async () => {
  const server = counting();
  const stuck = {
    request: () => Promise.reject(new DOMException('waited too long', 'TimeoutError')),
  } as unknown as LockManager;
  const tab = await openTab(stuck, 'ada', server.read);
  await tab.observer.refetch();
  expect(tab.data()).toBe(2);
});

it('never gives one person’s rows to another’s tab', async () => {
  const server = counting();
  const locks = lockManager();
  const ada = await openTab(locks, 'ada', server.read);
  const bob = await openTab(locks, 'bob', server.read);
  await Promise.all([ada.observer.refetch(), bob.observer.refetch()]);
  expect(server.asked()).toBe(4);
  expect(ada.data()).not.toBe(bob.data());
});

it('holds a limit that one tab met in all', async () => {
  const server = counting();
  const one = await openTab(undefined, 'ada', server.read);
  const two = await openTab(undefined, 'ada', server.read);
  one.limits.refused(
    '/v_jobs?limit=5',
    new ApiError({
      code: 'rate_limited',
      status: 429,
      message: 'Slow down',
      retryAfterS: 30,
      requestId: 'r1',
    }),
  );
  await soon(() => expect(two.limits.errorFor('/v_jobs?limit=9')).not.toBeNull());
  expect(two.limits.errorFor('/v_jobs')).toMatchObject({ status: 429, retryAfterS: 30, requestId: 'r1' });
  expect(two.limits.errorFor('/v_runs')).toBeNull();
});

it('skips a turn of the timer while too much was read, and never what a person asks for', async () => {
  const server = counting();
  let isSpent = false;
  const tab = await openTab(lockManager(), 'ada', server.read, () => isSpent);
  const readAt = () => tab.queryClient.getQueryState(['jobs'])?.dataUpdatedAt;
  const before = readAt();
  isSpent = true;
  // As its interval and a look at the window do.
  await tab.observer.refetch({ cancelRefetch: false });
  expect([tab.data(), server.asked(), readAt()]).toEqual([1, 1, before]);
  expect(tab.queryClient.getQueryState(['jobs'])).toMatchObject({ fetchStatus: 'idle', error: null });
  await tab.queryClient.refetchQueries({ queryKey: ['jobs'] });
  expect([tab.data(), server.asked()]).toEqual([2, 2]);
  await tab.queryClient.invalidateQueries({ queryKey: ['jobs'] });
  expect([tab.data(), server.asked()]).toEqual([3, 3]);
  isSpent = false;
  await tab.observer.refetch({ cancelRefetch: false });
  expect([tab.data(), server.asked()]).toEqual([4, 4]);
});
