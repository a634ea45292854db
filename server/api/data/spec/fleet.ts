import { readFileSync } from 'node:fs';

import type { Database } from '#server/database/port.ts';
import { createDataApi, type DataApi, type DataApiOptions } from '../data-api.ts';
import type { DataIdentity } from '../identity.ts';
import type { DataResponse } from '../respond/respond.ts';

export const ANN: DataIdentity = { role: 'web_user', claims: { sub: 'ann' } };
export const BOB: DataIdentity = { role: 'web_user', claims: { sub: 'bob' } };
export const WORKER: DataIdentity = { role: 'web_worker', claims: { sub: 'w1' } };

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly as?: DataIdentity | null;
}

export interface Answer extends DataResponse {
  /** The body parsed; null when there is none. */
  readonly json: unknown;
}

/** What `openTestDatabase` gives; passed in, since only tests may import testing/. */
interface TestDatabase {
  readonly db: Database;
  close(): Promise<void>;
}

/** The fixture's database and an API over its schema `demo`. */
export class Fleet {
  readonly api: DataApi;
  readonly #test: TestDatabase;

  private constructor(test: TestDatabase, api: DataApi) {
    this.#test = test;
    this.api = api;
  }

  static async open(
    openTestDatabase: (options: { migrated: false }) => Promise<TestDatabase>,
  ): Promise<Fleet> {
    const test = await openTestDatabase({ migrated: false });
    for (const name of ['fixture.sql', 'embed-fixture.sql', 'write-fixture.sql']) {
      const fixture = readFileSync(new URL(name, import.meta.url), 'utf8');
      await test.db.admin((tx) => tx.script(fixture));
    }
    return new Fleet(test, makeApi(test.db, {}));
  }

  get database(): Database {
    return this.#test.db;
  }

  /** The same database behind another configuration. */
  with(options: Partial<DataApiOptions>): Fleet {
    return new Fleet(this.#test, makeApi(options.database ?? this.#test.db, options));
  }

  async ask(
    rawUrl: string,
    { method = 'GET', headers = {}, body, as = ANN }: AskOptions = {},
  ): Promise<Answer> {
    const response = await this.api.handle({
      method,
      rawUrl,
      headers,
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
      requestId: 'request-1',
      identity: as,
    });
    const isJson =
      /^application\/(vnd\.pgrst\.\w+\+)?json/.test(response.headers['Content-Type'] ?? '') &&
      response.body !== '';
    return { ...response, json: isJson ? (JSON.parse(response.body) as unknown) : null };
  }

  call(name: string, args: unknown = {}, options: AskOptions = {}): Promise<Answer> {
    return this.ask(`/rpc/${name}`, { method: 'POST', body: args, ...options });
  }

  async close(): Promise<void> {
    await this.api.close();
    await this.#test.close();
  }
}

function makeApi(database: Database, options: Partial<DataApiOptions>): DataApi {
  return createDataApi({
    schemas: ['demo'],
    roles: ['web_user', 'web_worker'],
    maxRows: 1000,
    ...options,
    database,
  });
}
