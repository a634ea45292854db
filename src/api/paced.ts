import { ApiError } from './api-error.ts';

const MINUTE_MS = 60_000;

/** What became of one item of a list that is sent piece by piece. */
export type PacedOutcome<Value> =
  | { state: 'waiting' }
  /** `waitS`: the server asked to wait so many seconds; it is sent again after them. */
  | { state: 'sending'; waitS?: number }
  | { state: 'sent'; value: Value }
  | { state: 'stopped' }
  | { state: 'refused'; error: unknown };

interface PacedOptions<Item, Value> {
  send: (item: Item) => Promise<Value>;
  /** Below the server's own limit, so that there is room for whatever else the person does. */
  perMinute: number;
  /** Told after each change, one outcome per item in their order. */
  onChange: (outcomes: readonly PacedOutcome<Value>[]) => void;
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
  now?: () => number;
  /** Stops it, also while it waits: what was not sent yet stays. */
  signal?: AbortSignal;
  /** Outcomes of an earlier attempt: what was sent then is not sent again. */
  before?: readonly PacedOutcome<Value>[];
}

/**
 * Sends items one after another, under a limit of a minute. A refusal stops that item only, not those after it; after a
 * 429 it is sent once more, when the server said it may be.
 */
export async function sendPaced<Item, Value>(
  items: readonly Item[],
  options: PacedOptions<Item, Value>,
): Promise<PacedOutcome<Value>[]> {
  const { send, perMinute, onChange, wait = waitMs, now = Date.now, signal } = options;
  const outcomes: PacedOutcome<Value>[] = items.map((_, index) => {
    const earlier = options.before?.[index];
    return earlier?.state === 'sent' ? earlier : { state: 'waiting' };
  });
  const set = (index: number, outcome: PacedOutcome<Value>) => {
    outcomes[index] = outcome;
    onChange([...outcomes]);
  };
  const sentAt: number[] = [];
  const sendOne = async (index: number, item: Item): Promise<PacedOutcome<Value>> => {
    if (signal?.aborted === true) return { state: 'stopped' };
    set(index, { state: 'sending' });
    sentAt.push(now());
    try {
      return { state: 'sent', value: await send(item) };
    } catch (error) {
      return { state: 'refused', error };
    }
  };
  for (const [index, item] of items.entries()) {
    if (outcomes[index]?.state === 'sent') continue;
    const oldest = sentAt.at(-perMinute);
    if (oldest !== undefined) await wait(Math.max(0, oldest + MINUTE_MS - now()), signal);
    const first = await sendOne(index, item);
    const waitS = askedWait(first);
    if (waitS === null) {
      set(index, first);
      continue;
    }
    set(index, { state: 'sending', waitS });
    await wait(waitS * 1000 + 250, signal);
    set(index, await sendOne(index, item));
  }
  return outcomes;
}

/** Ends at once when it is stopped. */
function waitMs(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    function end(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    }
    signal?.addEventListener('abort', end);
    if (signal?.aborted === true) end();
  });
}

/** Seconds that a 429 asks to wait; null of any other outcome. */
function askedWait(outcome: PacedOutcome<unknown>): number | null {
  if (outcome.state !== 'refused' || !(outcome.error instanceof ApiError)) return null;
  return outcome.error.status === 429 ? outcome.error.retryAfterS : null;
}
