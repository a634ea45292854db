import pg from 'pg';
import { quoteIdentifier } from '../session.ts';
import { fromDriver } from './driver-error.ts';

const firstRetryMs = 250;
const lastRetryMs = 5_000;

/** LISTEN on a connection of its own, made at the first channel and made again whenever it is lost. */
export class PostgresListener {
  readonly #config: pg.ClientConfig;
  readonly #callbacks = new Map<string, Set<(payload: string) => void>>();
  #client: Promise<pg.Client> | null = null;
  #retry: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(config: pg.ClientConfig) {
    this.#config = config;
  }

  /** Throws DatabaseError when the first connection cannot be made. */
  async listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>> {
    const callbacks = this.#callbacks.get(channel) ?? new Set();
    this.#callbacks.set(channel, callbacks.add(onNotify));
    try {
      await this.#send(`listen ${quoteIdentifier(channel)}`);
    } catch (error) {
      callbacks.delete(onNotify);
      throw fromDriver(error);
    }
    return async () => {
      callbacks.delete(onNotify);
      if (callbacks.size > 0 || this.#isClosed) return;
      this.#callbacks.delete(channel);
      // A connection lost meanwhile no longer listens, which is what was asked for.
      await this.#send(`unlisten ${quoteIdentifier(channel)}`).catch(() => undefined);
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    const client = await this.#client?.catch(() => null);
    await client?.end().catch(() => undefined);
  }

  async #send(sql: string): Promise<void> {
    this.#client ??= this.#connect();
    const client = await this.#client;
    await client.query(sql);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#config, keepAlive: true });
    client.on('error', () => undefined);
    client.on('end', () => this.#lost());
    client.on('notification', ({ channel, payload }) => {
      for (const onNotify of this.#callbacks.get(channel) ?? []) onNotify(payload ?? '');
    });
    try {
      await client.connect();
    } catch (error) {
      this.#client = null;
      throw error;
    }
    return client;
  }

  #lost(): void {
    this.#client = null;
    if (!this.#isClosed && this.#callbacks.size > 0) this.#reconnectIn(firstRetryMs);
  }

  /** Nobody knows what was sent meanwhile: each listener hears of it as a notification without a payload. */
  #tellAll(): void {
    for (const callbacks of this.#callbacks.values()) for (const onNotify of callbacks) onNotify('');
  }

  #reconnectIn(ms: number): void {
    if (this.#retry !== null) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      const sql = [...this.#callbacks.keys()]
        .map((channel) => `listen ${quoteIdentifier(channel)}`)
        .join('; ');
      this.#send(sql).then(
        () => this.#tellAll(),
        () => {
          if (!this.#isClosed) this.#reconnectIn(Math.min(ms * 2, lastRetryMs));
        },
      );
    }, ms);
    this.#retry.unref();
  }
}
