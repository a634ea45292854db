import type { Connection, Submittable } from 'pg';
import { encodePipeline } from '../pipeline-bytes.ts';
import type { StepResult } from '../row-values.ts';
import type { Step } from '../session.ts';
import type { StatementCache } from '../statement-cache.ts';

interface Building {
  fields: { name: string; oid: number }[];
  rows: (string | null)[][];
}

/**
 * Several statements of the extended protocol in one write with one Sync, as a query object for `pg`'s client
 * (its interface for pg-cursor and the like). `pg`'s own pipeline mode puts a Sync after every statement, so a
 * statement would still run after a failed one; here the server skips everything up to the Sync.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export class PipelineQuery implements Submittable {
  readonly done: Promise<StepResult[]>;
  readonly #steps: readonly Step[];
  readonly #bytes: Buffer;
  readonly #cache: StatementCache;
  readonly #results: StepResult[] = [];
  #building: Building = { fields: [], rows: [] };
  #resolve!: (results: StepResult[]) => void;
  #reject!: (error: unknown) => void;

  constructor(steps: readonly Step[], cache: StatementCache) {
    this.#steps = steps;
    this.#cache = cache;
    // Not in `submit`: a client whose query threw there would wait for its answer for ever.
    this.#bytes = encodePipeline(steps, cache);
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    if (connection.stream.writable) connection.stream.write(this.#bytes);
  }

  handleRowDescription(message: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#building.fields = message.fields.map((field) => ({ name: field.name, oid: field.dataTypeID }));
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    if (this.#steps[this.#results.length]?.rows === true) this.#building.rows.push(message.fields);
  }

  handleCommandComplete(message: { text: string }): void {
    this.#complete(message.text);
  }

  handleEmptyQuery(): void {
    this.#complete('');
  }

  handlePortalSuspended(): void {
    this.#reject(new Error('unexpected portalSuspended: no row limit was asked for'));
  }

  handleCopyInResponse(connection: Connection & { sendCopyFail(message: string): void }): void {
    connection.sendCopyFail('copy from stdin is not supported');
  }

  handleCopyData(): void {
    // Rows of `copy … to stdout` have no place in a result; the command completes without them.
  }

  handleError(error: unknown): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#results);
  }

  #complete(tag: string): void {
    const step = this.#steps[this.#results.length];
    if (step?.reuse === true) this.#cache.confirm(step.text);
    this.#results.push({ ...this.#building, tag });
    this.#building = { fields: [], rows: [] };
  }
}
