import * as client from 'openid-client';
import { z } from 'zod';
import type { OidcSettings } from './oidc-settings.ts';

/** Seconds to wait for each answer of the provider. */
const TIMEOUT_S = 10;

/** What a started sign-in must come back with; kept in a sealed cookie of the browser that started it. */
export const pendingSchema = z.object({
  purpose: z.literal('oidc'),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  expiresAtMs: z.number(),
});
export type Pending = z.infer<typeof pendingSchema>;

/** Who the provider says somebody is. */
export interface ProvenPerson {
  readonly issuer: string;
  readonly subject: string;
  /** Lower-case. */
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly name: string | null;
}

const claimsSchema = z.looseObject({
  iss: z.string(),
  sub: z.string().min(1),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
});

/** The authorization-code flow with PKCE, state and nonce. The provider is asked about itself once, at the first sign-in. */
export class OidcProvider {
  readonly #settings: OidcSettings;
  #found: Promise<client.Configuration> | null = null;

  constructor(settings: OidcSettings) {
    this.#settings = settings;
  }

  /** Where to send the browser, and what to remember until it comes back. Throws when the provider cannot be reached. */
  async start(
    redirectUri: string,
    returnTo: string,
    lifeMs: number,
  ): Promise<{ url: URL; pending: Pending }> {
    const verifier = client.randomPKCECodeVerifier();
    const pending: Pending = {
      purpose: 'oidc',
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier,
      returnTo,
      expiresAtMs: Date.now() + lifeMs,
    };
    const url = client.buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: pending.state,
      nonce: pending.nonce,
    });
    return { url, pending };
  }

  /** Exchanges the code of `callbackUrl`. Throws for any answer that does not belong to `pending` or is not well signed. */
  async finish(callbackUrl: URL, pending: Pending): Promise<ProvenPerson> {
    const configuration = await this.#configuration();
    const tokens = await client.authorizationCodeGrant(configuration, callbackUrl, {
      pkceCodeVerifier: pending.verifier,
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      idTokenExpected: true,
    });
    let claims = claimsSchema.parse(tokens.claims());
    // Many providers keep the e-mail address out of the ID token.
    if (claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined) {
      const info = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      claims = claimsSchema.parse({ ...info, iss: claims.iss, sub: claims.sub });
    }
    if (claims.email === undefined) throw new Error('The provider told no e-mail address');
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: claims.email.toLowerCase(),
      isEmailVerified: claims.email_verified === true,
      name: claims.name ?? null,
    };
  }

  #configuration(): Promise<client.Configuration> {
    this.#found ??= this.#discover().catch((error: unknown) => {
      this.#found = null;
      throw error;
    });
    return this.#found;
  }

  #discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const url = new URL(issuer);
    return client.discovery(
      url,
      clientId,
      {},
      clientSecret === null ? client.None() : client.ClientSecretPost(clientSecret),
      {
        timeout: TIMEOUT_S,
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- only so marked to stand out; the settings take http: on loopback alone
        execute: url.protocol === 'http:' ? [client.allowInsecureRequests] : [],
      },
    );
  }
}
