import { z } from 'zod';
import { defineRpc } from '#contract/define.ts';

/** Longest life of a minted token, in seconds: twelve hours, as the runbook uses. */
export const MINTED_TOKEN_MAX_LIFE_S = 43_200;

/**
 * Mints a bearer token for an account. Answered by the API process alone: the database has no such function, because
 * arguments reach its logs. `p_jwt_secret` is the server's mint credential, never a key that signs. A longer life than
 * twelve hours is cut to that.
 */
export const mintPostgrestWriteJwt = defineRpc(
  'mint_postgrest_write_jwt',
  'admin',
  z.object({
    p_jwt_secret: z.string().min(1),
    p_account_id: z.guid(),
    p_email: z.string().min(3),
    p_expires_in_seconds: z.int32().min(1),
  }),
  z.object({ token: z.string(), token_id: z.guid(), expires_at: z.string() }),
);
