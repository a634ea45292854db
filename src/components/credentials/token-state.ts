export type TokenState = 'active' | 'ends soon' | 'ended' | 'revoked';

/** A token is called ending soon a week before it does: time enough to make the next one. */
const SOON_MS = 7 * 86_400_000;

export function tokenState(
  /** `expires_at` null: it does not end by itself. */
  token: { readonly expires_at: string | null; readonly revoked_at: string | null },
  nowMs: number,
): TokenState {
  if (token.revoked_at !== null) return 'revoked';
  if (token.expires_at === null) return 'active';
  const leftMs = Date.parse(token.expires_at) - nowMs;
  if (leftMs <= 0) return 'ended';
  return leftMs <= SOON_MS ? 'ends soon' : 'active';
}

/** How a state is shown, of tokens, keys and service clients. */
export const STATE_TONES: Record<TokenState, 'good' | 'warn' | 'neutral'> = {
  active: 'good',
  'ends soon': 'warn',
  ended: 'neutral',
  revoked: 'neutral',
};
