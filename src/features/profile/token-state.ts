import type { AccessTokenRow } from '#contract/auth.ts';

export type TokenState = 'active' | 'ends soon' | 'ended' | 'revoked';

/** A token is called ending soon a week before it does: time enough to make the next one. */
const SOON_MS = 7 * 86_400_000;

export function tokenState(
  token: Pick<AccessTokenRow, 'expires_at' | 'revoked_at'>,
  nowMs: number,
): TokenState {
  if (token.revoked_at !== null) return 'revoked';
  const leftMs = Date.parse(token.expires_at) - nowMs;
  if (leftMs <= 0) return 'ended';
  return leftMs <= SOON_MS ? 'ends soon' : 'active';
}
