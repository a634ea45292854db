import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { healthSchema } from '#contract/auth.ts';
import { openDatabase } from '#server/database/open.ts';
import type { Database } from '#server/database/port.ts';
import { startControlPlane, type ControlPlane } from '#testing/control-plane.ts';
import { testEngine } from '#testing/database.ts';
import { signInByLink, type PlatformClient } from '#testing/platform-client.ts';
import { startPostgresServer, type PostgresServer } from '#testing/postgres-server.ts';

const LIMIT_MS = 120_000;
const errorBodySchema = z.strictObject({
  code: z.string(),
  message: z.string().min(1),
  details: z.unknown(),
  hint: z.unknown(),
});

const stops: (() => unknown)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

interface Answer {
  readonly sentAt: number;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: string;
}

/** Asks in a steady rhythm, below the limits of one token, until it is told to stop. */
class SteadyLoad {
  readonly answers: Answer[] = [];
  /** Projects whose creation was answered with success. */
  readonly acknowledged: string[] = [];
  #isOver = false;
  readonly #running: Promise<void>[];
  readonly #url: string;
  readonly #client: PlatformClient;

  constructor(url: string, client: PlatformClient) {
    this.#url = url;
    this.#client = client;
    this.#running = [
      this.#loop(200, (n) => this.#create(`a-${n}`)),
      this.#loop(200, (n) => this.#create(`b-${n}`)),
      ...Array.from({ length: 4 }, () => this.#loop(100, () => this.#read())),
    ];
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  /** Answers to what was asked since then: one that came since may have been decided before. */
  askedSince(at: number): Answer[] {
    return this.answers.filter((answer) => answer.sentAt >= at);
  }

  async #loop(everyMs: number, once: (n: number) => Promise<unknown>): Promise<void> {
    for (let n = 0; !this.#isOver; n += 1) {
      await once(n);
      await pause(everyMs);
    }
  }

  #read(): Promise<Answer> {
    return this.#ask('GET', '/api/v_projects?limit=20');
  }

  async #create(name: string): Promise<void> {
    const answer = await this.#ask('POST', '/api/rpc/create_project', {
      p_owner_account_id: this.#client.accountId,
      p_org_id: this.#client.orgId,
      p_project_name: name,
    });
    if (answer.status < 300) this.acknowledged.push(name);
  }

  async #ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const sentAt = Date.now();
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#client.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    const answer = {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: await response.text(),
      sentAt,
    };
    this.answers.push(answer);
    return answer;
  }
}

async function health(url: string): Promise<{ status: number; retryAfter: string | null; said: string }> {
  const response = await fetch(`${url}/api/health`);
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    said: healthSchema.parse(await response.json()).status,
  };
}

async function startAll(): Promise<{ server: PostgresServer; program: ControlPlane; owner: Database }> {
  const server = await startPostgresServer({ isDurable: true });
  stops.push(() => server.stop());
  const folder = mkdtempSync(join(tmpdir(), 'yardstick-away-'));
  stops.push(() => rmSync(folder, { recursive: true, force: true }));
  const program = await startControlPlane({
    env: {
      DATABASE_URL: server.url,
      YARDSTICK_DATA: folder,
      JWT_SECRET: randomBytes(48).toString('base64url'),
      ENCRYPTION_KEY: randomBytes(32).toString('hex'),
      LOG_LEVEL: 'warn',
    },
    lifeMs: LIMIT_MS,
  });
  stops.push(() => program.stop());
  const owner = await openDatabase({ databaseUrl: server.url, poolSize: 1, sessionRole: null });
  stops.push(() => owner.close());
  return { server, program, owner };
}

describe.skipIf(testEngine !== 'postgres')('PostgreSQL goes away under load and comes back', () => {
  it(
    'answers 503 with Retry-After meanwhile, recovers by itself, and has every write that it acknowledged',
    { timeout: LIMIT_MS },
    async () => {
      const { server, program, owner } = await startAll();
      const { url } = program;
      const client = await signInByLink(url, await program.signInLink());
      const probe = () =>
        fetch(`${url}/api/v_away_probe`, { headers: { authorization: `Bearer ${client.token}` } });
      const load = new SteadyLoad(url, client);
      stops.push(() => load.end());
      await vi.waitFor(() => expect(load.acknowledged.length).toBeGreaterThan(3), { timeout: 10_000 });
      expect((await probe()).status).toBe(404);
      expect((await health(url)).said).toBe('ok');

      await server.crash();
      const goneAt = Date.now();
      await vi.waitFor(
        async () => expect(await health(url)).toEqual({ status: 503, retryAfter: '5', said: 'degraded' }),
        { timeout: 5_000, interval: 100 },
      );
      await pause(2_000);
      const whileAway = () => load.askedSince(goneAt + 100);
      await vi.waitFor(() => expect(whileAway().length).toBeGreaterThan(20), { timeout: 10_000 });
      for (const { status, retryAfter, body } of whileAway()) {
        expect(status, body).toBe(503);
        expect(Number(retryAfter)).toBeGreaterThan(0);
        expect(errorBodySchema.parse(JSON.parse(body)).code).toBe('server_unavailable');
      }

      await server.start();
      await vi.waitFor(async () => expect((await health(url)).said).toBe('ok'), {
        timeout: 10_000,
        interval: 100,
      });
      const backAt = Date.now();
      await pause(1_500);
      await vi.waitFor(() => expect(load.askedSince(backAt).length).toBeGreaterThan(20), { timeout: 10_000 });
      await load.end();
      expect(load.askedSince(backAt).filter(({ status }) => status >= 300)).toEqual([]);
      // The moment of the crash itself: whatever was under way ends as the same 503, and nothing as another error.
      expect(load.answers.filter(({ status }) => status >= 300 && status !== 503)).toEqual([]);
      expect(program.exitCode()).toBeNull();

      const kept = await client.read<{ project_name: string }>(
        `v_projects?org_id=eq.${client.orgId}&select=project_name&limit=1000`,
      );
      expect(kept.map((row) => row.project_name)).toEqual(expect.arrayContaining(load.acknowledged));

      await owner.admin((tx) =>
        tx.script(`create view api.v_away_probe with (security_invoker = true) as select 1 as n;
          grant select on api.v_away_probe to web_user; notify pgrst, 'reload schema'`),
      );
      await vi.waitFor(async () => expect((await probe()).status).toBe(200), {
        timeout: 15_000,
        interval: 200,
      });

      await owner.admin((tx) =>
        tx.script(`with r as (insert into core.runs (org_id, project_id, run_name)
            select org_id, project_id, 'R' from core.projects where project_name = 'a-0' returning *),
          j as (insert into core.jobs (org_id, project_id, run_id, job_name, tool_code, provenance, model_code, status_code, attempt_count)
            select org_id, project_id, run_id, 'lost', 'bench-llm', 'measured', 'm', 'running', 1 from r returning *)
          insert into core.job_attempts (job_id, attempt, org_id, worker_epoch, claim_id, lease_token_hash, lease_expires_at, claim_answer)
            select job_id, 1, org_id, 1, gen_random_uuid(), '', now() - interval '1 minute', '{}' from j`),
      );
      await vi.waitFor(
        async () =>
          expect(await client.read('v_job_current_status?job_name=eq.lost&select=status_code')).toEqual([
            { status_code: 'pending' },
          ]),
        { timeout: 15_000, interval: 500 },
      );
    },
  );
});
