import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { ApiError } from '#contract/errors.ts';
import { roleSchema, type Role } from '#contract/jobs.ts';
import { mintPostgrestWriteJwt, MINTED_TOKEN_MAX_LIFE_S } from '#contract/rpc/mint-postgrest-write-jwt.ts';
import type { Database } from '#server/database/port.ts';
import type { JwtKeys } from '../auth/access-jwt.ts';
import { insertAccessToken } from '../auth/access-tokens.ts';
import { auditAuth } from '../auth/audit.ts';
import { SYSTEM } from '../auth/system.ts';
import type { RpcArgs, RpcHook, RpcHookContext } from '../data/rpc-hooks.ts';

/** Tries of one account in a minute, over all API processes. */
const PER_MINUTE = 5;
const ACTION = 'mint_postgrest_write_jwt';

export interface MintDeps {
  readonly db: Database;
  readonly keys: Pick<JwtKeys, 'signPersonal'>;
  /** What callers must send as p_jwt_secret; null: the procedure is off. It signs nothing. */
  readonly mintSecret: string | null;
}

/**
 * Answers `mint_postgrest_write_jwt` here, so that its secret never reaches SQL, whose texts end up in logs. The token is a
 * personal one: listed on the Profile page, revocable, and no wider than the caller's own.
 */
export function createMintHook({ db, keys, mintSecret }: MintDeps): RpcHook {
  return {
    async before(args, context) {
      if (mintSecret === null) {
        throw new ApiError('forbidden', 'Minting tokens is off on this server.', {
          hint: 'An operator turns it on with MINT_SECRET. Profile → Tokens makes tokens without it.',
        });
      }
      const caller = callerOf(context);
      await takeTry(db, caller.accountId);
      const wanted = wantedOf(args);
      if (!isSame(wanted.p_jwt_secret, mintSecret)) {
        const { requestId } = context;
        await db.tx(SYSTEM, (tx) =>
          auditAuth(tx, {
            action: ACTION,
            accountId: caller.accountId,
            requestId,
            outcome: 'refused',
            detail: { reason: 'wrong p_jwt_secret' },
          }),
        );
        throw new ApiError('forbidden', 'p_jwt_secret is not the mint secret of this server.', {
          details: { field: 'p_jwt_secret' },
        });
      }
      await requireGoverned(db, caller, wanted, context.requestId);
      const { row, expiresAt } = await insertAccessToken(db, {
        accountId: wanted.p_account_id,
        name: ACTION,
        roleCap: caller.roleCap,
        lifeS: Math.min(wanted.p_expires_in_seconds, MINTED_TOKEN_MAX_LIFE_S),
        requestId: context.requestId,
      });
      await db.tx(SYSTEM, (tx) =>
        auditAuth(tx, {
          action: ACTION,
          accountId: caller.accountId,
          requestId: context.requestId,
          objectType: 'access_token',
          objectId: row.token_id,
          detail: { for_account_id: wanted.p_account_id, expires_at: row.expires_at },
        }),
      );
      const token = await keys.signPersonal({
        tokenId: row.token_id,
        accountId: wanted.p_account_id,
        roleCap: caller.roleCap,
        expiresAt,
      });
      return { answer: { token, token_id: row.token_id, expires_at: row.expires_at } };
    },
  };
}

interface Caller {
  readonly accountId: string;
  readonly roleCap: Role | null;
  readonly claims: Readonly<Record<string, unknown>>;
}

const claimsSchema = z.looseObject({
  sub: z.guid(),
  role_cap: roleSchema.nullish(),
  org_id: z.guid().nullish(),
});

/** Throws `forbidden` for a worker, and for a token that is bound to one workspace: a minted one is not. */
function callerOf({ identity }: RpcHookContext): Caller {
  const claims = claimsSchema.safeParse(identity.claims);
  if (identity.role !== 'web_user' || !claims.success)
    throw new ApiError('forbidden', 'This needs the token of an account, not of a worker.');
  if (typeof claims.data.org_id === 'string')
    throw new ApiError('forbidden', 'A token that is bound to one workspace may not mint others.');
  return { accountId: claims.data.sub, roleCap: claims.data.role_cap ?? null, claims: identity.claims };
}

type Wanted = z.output<typeof mintPostgrestWriteJwt.params>;

/** Throws `validation_failed` that names the parameter and never repeats its value. */
function wantedOf(args: RpcArgs): Wanted {
  const parsed = z.strictObject(mintPostgrestWriteJwt.params.shape).safeParse(args);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field =
    issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? null) : (issue?.path[0]?.toString() ?? null);
  throw new ApiError(
    'validation_failed',
    `${field ?? 'A parameter'} is missing or is not what it should be.`,
    {
      details: { field },
      hint: 'p_jwt_secret text, p_account_id uuid, p_email text, p_expires_in_seconds integer of at least 1.',
    },
  );
}

/** Compares digests: neither content nor length shows in the time it takes. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** Counted before anything is looked at, right tries too. Throws `rate_limited`. */
async function takeTry(db: Database, accountId: string): Promise<void> {
  const { rows } = await db.one<{ granted: number; window_ends_in_ms: number }>(
    SYSTEM,
    'select granted, window_ends_in_ms from core.take_permits($1, $2, 0, 1, $3, $3, 0)',
    [`account ${accountId}`, 'mint', PER_MINUTE],
  );
  const answer = rows[0];
  if (answer === undefined || answer.granted > 0) return;
  const waitS = Math.ceil(answer.window_ends_in_ms / 1000);
  throw new ApiError(
    'rate_limited',
    `At most ${PER_MINUTE} tokens a minute are minted. Try again in ${waitS} s.`,
    {
      headers: { 'Retry-After': String(waitS) },
      details: { limit: 'mint', max: PER_MINUTE, window_s: 60, retry_after_s: waitS },
    },
  );
}

/**
 * The account exists with that e-mail, and the caller is an admin over it: for its own account in any workspace, for
 * another's in every workspace that one is a member of and of no lower role there, since the token acts in all of them.
 * Throws `forbidden` for a caller that is no admin anywhere, else `not_found`, without saying which part was wrong.
 */
async function requireGoverned(
  db: Database,
  caller: Caller,
  { p_account_id, p_email }: Wanted,
  requestId: string,
): Promise<void> {
  const { rows } = await db.one<{ is_admin: boolean; is_governed: boolean }>(
    { ...SYSTEM, claims: caller.claims, settings: { 'request.id': requestId }, readOnly: true },
    `select
       exists (select from core.memberships m where m.account_id = $3::uuid and auth.role_rank(auth.role_in(m.org_id)) >= 3) as is_admin,
       exists (
         select from core.accounts a
         where a.account_id = $1::uuid and a.email = lower($2) and a.disabled_at is null
           and (a.account_id = $3::uuid or (
             exists (select from core.memberships m where m.account_id = a.account_id)
             and not exists (
               select from core.memberships m where m.account_id = a.account_id
                 and coalesce(auth.role_rank(auth.role_in(m.org_id)), 0) < greatest(3, auth.role_rank(m.role_code)))))
       ) as is_governed`,
    [p_account_id, p_email, caller.accountId],
  );
  if (rows[0]?.is_admin !== true) {
    throw new ApiError('forbidden', 'Minting tokens needs the role admin in a workspace.', {
      details: { required_role: 'admin' },
    });
  }
  if (!rows[0].is_governed) {
    throw new ApiError('not_found', 'There is no such account with that e-mail that you are an admin of.', {
      details: { field: 'p_account_id' },
    });
  }
}
