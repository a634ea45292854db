import { hash, randomBytes } from 'node:crypto';

/** SHA-256 of a token's text in hex, for `decode($n, 'hex')`: the same bytes as `auth.token_hash` in SQL. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'hex');
}

/** A random token of 256 bits with a prefix that says what it is for. */
export function newToken(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url');
}
