import { choiceParam, defineSearch, textParam } from '#src/url/search.ts';

/** Why a sign-in by the OpenID provider ended here; the server writes it into the address. */
export const OIDC_FAILURES = [
  'none',
  'failed',
  'expired',
  'unreachable',
  'unknown',
  'domain',
  'unverified',
  'disabled',
] as const;
export type OidcFailure = (typeof OIDC_FAILURES)[number];

/** `return` is the page to come back to. */
export const signInSearch = defineSearch({
  return: textParam('/'),
  oidc: choiceParam(OIDC_FAILURES, 'none'),
});
