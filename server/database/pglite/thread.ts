/**
 * The thread that runs PGlite: one request at a time, in order. A long query blocks this thread's event loop, never
 * the server's; the engine outside ends the thread when a statement runs out of time.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, protocol } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { encodePipeline } from '../pipeline-bytes.ts';
import type { StepResult } from '../row-values.ts';
import type { Step } from '../session.ts';
import { StatementCache } from '../statement-cache.ts';
import type { ThreadCall, ThreadData, ThreadError, ThreadMessage, ThreadRequest } from './thread-protocol.ts';

type BackendMessages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

const { serialize } = protocol;
const preparedStatements = 200;
const cache = new StatementCache(preparedStatements);
const port = parentPort;
if (port === null) throw new Error('this file is the start of a worker thread');

function post(message: ThreadMessage): void {
  port?.postMessage(message);
}

async function open(): Promise<PGlite> {
  const { dataDir, loadFrom, compiled } = workerData as ThreadData;
  const pglite = await PGlite.create({
    dataDir: dataDir ?? 'memory://',
    ...(loadFrom === null ? {} : { loadDataDir: new Blob([await readFile(loadFrom)]) }),
    ...(compiled === undefined ? {} : { pgliteWasmModule: compiled }),
    extensions: { pgcrypto, pg_trgm },
  });
  pglite.onNotification((channel, payload) => post({ kind: 'notified', channel, payload }));
  const version = await pglite.query<{ server_version: string }>('show server_version');
  post({ kind: 'ready', serverVersion: version.rows[0]?.server_version ?? 'unknown' });
  return pglite;
}

class Refusal extends Error {
  readonly fields: ThreadError;

  constructor(fields: ThreadError) {
    super(fields.message);
    this.fields = fields;
  }
}

async function execute(pglite: PGlite, call: ThreadCall): Promise<StepResult[]> {
  switch (call.kind) {
    case 'run':
      return run(pglite, call.steps);
    case 'script':
      return read(await pglite.execProtocolStream(serialize.query(call.sql), { throwOnError: false }), []);
    case 'forget':
      cache.forget();
      return [];
    case 'dump': {
      const dump = await pglite.dumpDataDir(call.compress ? 'gzip' : 'none');
      const partial = `${call.file}.${process.pid}.part`;
      try {
        // On the disk before it has its name: it may replace older ones.
        await writeFile(partial, Buffer.from(await dump.arrayBuffer()), { mode: 0o600, flush: true });
        await rename(partial, call.file);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      return [];
    }
    case 'close':
      await pglite.close();
      return [];
  }
}

async function run(pglite: PGlite, steps: readonly Step[]): Promise<StepResult[]> {
  return read(await pglite.execProtocolStream(encodePipeline(steps, cache), { throwOnError: false }), steps);
}

function read(messages: BackendMessages, steps: readonly Step[]): StepResult[] {
  const results: StepResult[] = [];
  let fields: StepResult['fields'] = [];
  let rows: (string | null)[][] = [];
  for (const message of messages) {
    if (message instanceof protocol.messages.DatabaseError) {
      throw new Refusal({
        message: message.message,
        sqlstate: message.code ?? 'XX000',
        detail: message.detail ?? null,
        hint: message.hint ?? null,
        constraint: message.constraint ?? null,
        position: message.position === undefined ? null : Number(message.position),
      });
    }
    if (message instanceof protocol.messages.RowDescriptionMessage) {
      fields = message.fields.map((field) => ({ name: field.name, oid: field.dataTypeID }));
    } else if (message instanceof protocol.messages.DataRowMessage) {
      if (steps[results.length]?.rows === true) rows.push(message.fields);
    } else if (message instanceof protocol.messages.CommandCompleteMessage || message.name === 'emptyQuery') {
      const step = steps[results.length];
      if (step?.reuse === true) cache.confirm(step.text);
      results.push({
        fields,
        rows,
        tag: message instanceof protocol.messages.CommandCompleteMessage ? message.text : '',
      });
      fields = [];
      rows = [];
    }
  }
  return results;
}

function describe(error: unknown): ThreadError {
  if (error instanceof Refusal) return error.fields;
  const message = error instanceof Error ? error.message : String(error);
  return { message, sqlstate: 'XX000', detail: null, hint: null, constraint: null, position: null };
}

async function serve(pglite: PGlite, { id, call }: ThreadRequest): Promise<void> {
  try {
    post({ kind: 'done', id, results: await execute(pglite, call) });
  } catch (error) {
    post({ kind: 'refused', id, error: describe(error) });
  }
}

try {
  const pglite = await open();
  let last = Promise.resolve();
  port.on('message', (request: ThreadRequest) => {
    last = last.then(() => serve(pglite, request));
  });
} catch (error) {
  post({ kind: 'failed', message: describe(error).message });
}
