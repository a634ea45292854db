import type { Database } from '#server/database/port.ts';
import type { JwtKeys } from './access-jwt.ts';
import type { Authenticate } from './authenticate.ts';
import type { IdentityCache } from './identity-cache.ts';

/** What the sign-in and token endpoints work with. */
export interface AuthDeps {
  readonly db: Database;
  readonly keys: JwtKeys;
  readonly cache: IdentityCache;
  readonly authenticate: Authenticate;
  /** Origins besides this server's own that may use the refresh cookie. */
  readonly trustedOrigins: readonly string[];
  /** The public address is https, whatever the last hop speaks. */
  readonly isPublicHttps: boolean;
}
