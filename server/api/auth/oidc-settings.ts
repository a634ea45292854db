import type { Role } from '#contract/jobs.ts';

/** An OpenID provider that people sign in by. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** null: a public client, by PKCE alone. */
  readonly clientSecret: string | null;
  /** On the button of the sign-in page: "Sign in with <label>". */
  readonly label: string;
  /** Lower-case domains of e-mail addresses; empty: any. */
  readonly allowedDomains: readonly string[];
  /** Where an account that is new here becomes a member, and as what; null: only existing accounts sign in. */
  readonly provision: { readonly orgId: string; readonly role: Exclude<Role, 'owner'> } | null;
}
