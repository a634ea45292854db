import { ApiError } from './api-error.ts';

const MINUTE_MS = 60_000;

/** What became of one item of a list that is sent piece by piece. */
export type PacedOutcome<Value> =
  | { state: 'waiting' }
  | { state: 'sending' }
  | { state: 'sent'; value: Value }
  | { state: 'stopped' }
  | { state: 'refused'; error: unknown };

interface PacedOptions<Item, Value> {
  send: (item: Item) => Promise<Value>;
  /** Below the server's own limit, so that there is room for whatever else the person does. */
  perMinute: number;
  /** Told after each change, one outcome per item in their order. */
  onChange: (outcomes: readonly PacedOutcome<Value>[]) => void;
  wait?: (ms: number) => Promise<void>;
  now?: () => number;
  /** Whether the person stopped it: what was not sent yet stays. */
  isStopped?: () => boolean;
  /** Outcomes of an earlier attempt: what was sent then is not sent again. */
  before?: readonly PacedOutcome<Value>[];
}

/** Sends items one after another, under a limit of a minute. A refusal stops that item only, not those after it. */
export async function sendPaced<Item, Value>(
  items: readonly Item[],
  options: PacedOptions<Item, Value>,
): Promise<PacedOutcome<Value>[]> {
  const { send, perMinute, onChange, wait = waitMs, now = Date.now, isStopped = () => false } = options;
  const outcomes: PacedOutcome<Value>[] = items.map((_, index) => {
    const earlier = options.before?.[index];
    return earlier?.state === 'sent' ? earlier : { state: 'waiting' };
  });
  const set = (index: number, outcome: PacedOutcome<Value>) => {
    outcomes[index] = outcome;
    onChange([...outcomes]);
  };
  const sentAt: number[] = [];
  for (const [index, item] of items.entries()) {
    if (outcomes[index]?.state === 'sent') continue;
    if (isStopped()) {
      set(index, { state: 'stopped' });
      continue;
    }
    const oldest = sentAt.at(-perMinute);
    if (oldest !== undefined) {
      await wait(Math.max(0, oldest + MINUTE_MS - now()));
      if (isStopped()) {
        set(index, { state: 'stopped' });
        continue;
      }
    }
    set(index, { state: 'sending' });
    sentAt.push(now());
    try {
      set(index, { state: 'sent', value: await sendPatiently(item, send, wait) });
    } catch (error) {
      set(index, { state: 'refused', error });
    }
  }
  return outcomes;
}

const waitMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Once more after a 429, when the server said it may be. */
async function sendPatiently<Item, Value>(
  item: Item,
  send: (item: Item) => Promise<Value>,
  wait: (ms: number) => Promise<void>,
): Promise<Value> {
  try {
    return await send(item);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429 || error.retryAfterS === null) throw error;
    await wait(error.retryAfterS * 1000 + 250);
    return send(item);
  }
}
