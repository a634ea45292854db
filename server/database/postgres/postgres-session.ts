import type { Client } from 'pg';
import type { StepResult } from '../row-values.ts';
import type { Session, Step } from '../session.ts';
import { StatementCache } from '../statement-cache.ts';
import { fromDriver } from './driver-error.ts';
import { PipelineQuery } from './pipeline-query.ts';

const preparedPerConnection = 100;
/** The server enforces the statement timeout; beyond it plus this the network or the server is taken for dead. */
const graceMs = 5_000;

/** One connection to PostgreSQL with its prepared statements. */
export class PostgresSession implements Session {
  readonly #client: Client;
  readonly #cache = new StatementCache(preparedPerConnection);
  #isUsable = true;
  /** Whether this connection gave up its own rights for those of the session role. */
  hasSessionRole = false;

  constructor(client: Client) {
    this.#client = client;
    client.on('error', () => (this.#isUsable = false));
  }

  get usable(): boolean {
    return this.#isUsable;
  }

  async run(steps: readonly Step[], timeoutMs: number): Promise<StepResult[]> {
    const query = new PipelineQuery(steps, this.#cache);
    const timer =
      timeoutMs > 0 ? setTimeout(() => this.discard(), timeoutMs * steps.length + graceMs) : undefined;
    try {
      this.#client.query(query);
      return await query.done;
    } catch (error) {
      const known = fromDriver(error);
      if (known.sqlstate === '08006') this.#isUsable = false;
      throw known;
    } finally {
      clearTimeout(timer);
    }
  }

  forget(): void {
    this.#cache.forget();
  }

  discard(): void {
    this.#isUsable = false;
    this.#client.connection.stream.destroy();
  }
}
