import type { Database } from '#server/database/port.ts';
import type { JwtKeys } from './access-jwt.ts';
import type { Authenticate } from './authenticate.ts';
import type { IdentityCache } from './identity-cache.ts';
import type { OidcSettings } from './oidc-settings.ts';
import type { SecretBox } from '../rpc/secret-box.ts';

/** What the sign-in and token endpoints work with. */
export interface AuthDeps {
  readonly db: Database;
  readonly keys: JwtKeys;
  readonly cache: IdentityCache;
  readonly authenticate: Authenticate;
  /** Origins besides this server's own that may use the refresh cookie. */
  readonly trustedOrigins: readonly string[];
  /** Address that people use; null when it is this server's own. */
  readonly publicUrl: string | null;
  readonly secrets: SecretBox;
  /** null: nobody signs in by an OpenID provider. */
  readonly oidc: OidcSettings | null;
  /** The public address is https, whatever the last hop speaks. */
  readonly isPublicHttps: boolean;
}
