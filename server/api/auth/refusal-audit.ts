import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database, TransactionOptions } from '#server/database/port.ts';

const SYSTEM: TransactionOptions = { role: 'web_system', claims: null, lane: 'report' };
const FLUSH_MS = 1_000;
/** Lines kept while the database is slow; what comes on top is counted. */
const MAX_LINES = 2_000;
const STATUSES: ReadonlySet<number> = new Set([401, 402, 403, 404, 429]);
/** They write their own lines, or (a page that asks whether somebody is signed in) mean nothing. */
const OWN_AUDIT = /^\/api\/auth\/(?:sign-in|link|refresh|sign-out|oidc\/.*)$/;

interface Line {
  readonly org_id: string | null;
  readonly account_id: string | null;
  readonly worker_id: string | null;
  readonly action: string;
  readonly request_id: string;
  readonly status: number;
  readonly address: string | null;
  count: number;
  readonly at: string;
}

/**
 * Writes refused calls (401, 402, 403, 404, 429) to the audit log: one line each, later and in batches, so that no answer
 * waits. Repeats that could fill the log are one line with a count per batch: 429s of one credential and action, and
 * refusals of unknown tokens by their address. A line names no query, body or token.
 */
export class RefusalAudit {
  readonly #db: Database;
  readonly #onError: (error: unknown) => void;
  #lines = new Map<string, Line>();
  #dropped = 0;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(options: { db: Database; onError: (error: unknown) => void }) {
    this.#db = options.db;
    this.#onError = options.onError;
  }

  note(request: FastifyRequest, status: number): void {
    const line = toLine(request, status);
    const isMerged = status === 429 || line.address !== null;
    const key = isMerged
      ? [line.address ?? line.account_id ?? line.worker_id, line.action, status].join(' ')
      : request.id;
    const same = this.#lines.get(key);
    if (same !== undefined && isMerged) same.count += 1;
    else if (this.#lines.size < MAX_LINES)
      this.#lines.set(isMerged ? key : `${key} ${this.#lines.size}`, line);
    else this.#dropped += 1;
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Writes what was noted; never throws. Lines that cannot be written stay for the next time. */
  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#running = this.#running.then(() => this.#write());
    return this.#running;
  }

  async #write(): Promise<void> {
    const lines = this.#lines;
    const dropped = this.#dropped;
    if (lines.size === 0) return;
    this.#lines = new Map();
    this.#dropped = 0;
    const overflow = {
      action: 'refused_calls_not_listed',
      status: 0,
      count: dropped,
      at: new Date().toISOString(),
    };
    const rows = [...lines.values(), ...(dropped === 0 ? [] : [overflow])];
    try {
      await this.#db.one(
        SYSTEM,
        `insert into core.audit_log (org_id, account_id, worker_id, action, outcome, request_id, detail, created_at)
         select coalesce(
             (select m.org_id from core.memberships m where m.account_id = r.account_id
              order by coalesce(m.org_id = r.org_id, false) desc, m.created_at, m.org_id limit 1),
             (select w.org_id from core.workers w where w.worker_id = r.worker_id)),
           r.account_id, r.worker_id, r.action, 'refused', r.request_id,
           jsonb_strip_nulls(jsonb_build_object('status', r.status, 'count', r.count, 'address', r.address)), r.at
         from jsonb_to_recordset($1::jsonb) as r (org_id uuid, account_id uuid, worker_id uuid, action text, request_id text,
           status integer, count integer, address text, at timestamptz)`,
        [JSON.stringify(rows)],
      );
    } catch (error) {
      this.#onError(error);
      this.#dropped += dropped;
      for (const [key, line] of lines) {
        if (this.#lines.size < MAX_LINES) this.#lines.set(`again ${key}`, line);
        else this.#dropped += line.count;
      }
    }
  }
}

/** Notes every refused call of the API on `app`. */
export function auditRefusals(app: FastifyInstance, audit: RefusalAudit): void {
  app.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
    if (STATUSES.has(reply.statusCode) && request.url.startsWith('/api/') && !OWN_AUDIT.test(pathOf(request)))
      audit.note(request, reply.statusCode);
    done();
  });
  app.addHook('onClose', () => audit.flush());
}

function toLine(request: FastifyRequest, status: number): Line {
  const { identity } = request;
  const account = identity?.kind === 'account' ? identity : null;
  const isUnknown = identity === null;
  return {
    // Which of its workspaces somebody meant; SQL takes it only when the account is a member there.
    org_id: account === null ? null : (textOrNull(account.claims['org_id']) ?? mentionedOrg(request)),
    account_id: account?.accountId ?? null,
    worker_id: identity?.kind === 'worker' ? identity.workerId : null,
    action: isUnknown ? 'unknown_caller' : actionOf(request),
    request_id: request.id,
    status,
    address: isUnknown ? request.ip : null,
    count: 1,
    at: new Date().toISOString(),
  };
}

/** A procedure's name as its own audit line has it; else method and route, without ids and queries. */
function actionOf(request: FastifyRequest): string {
  const path = pathOf(request);
  const rpc = /^\/api\/rpc\/([a-z0-9_]{1,63})$/.exec(path)?.[1];
  if (rpc !== undefined) return rpc;
  const view = /^\/api\/([a-z0-9_]{1,63})$/.exec(path)?.[1];
  return `${request.method} ${view ?? request.routeOptions.url ?? 'unknown path'}`;
}

function mentionedOrg(request: FastifyRequest): string | null {
  const uuid = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
  const inQuery = new RegExp(`[?&]org_id=(?:eq\\.)?${uuid}(?:&|$)`, 'i').exec(request.url)?.[1];
  if (inQuery !== undefined) return inQuery;
  if (typeof request.body !== 'string') return null;
  return new RegExp(`"p_org_id"\\s*:\\s*"${uuid}"`, 'i').exec(request.body)?.[1] ?? null;
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? '';
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
