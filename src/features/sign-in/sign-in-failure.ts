import { ApiError } from '#src/api/api-error.ts';
import { describeError } from '#src/api/describe-error.ts';
import type { OidcFailure } from './sign-in-search.ts';

interface SignInFailure {
  happened: string;
  advice: string;
  requestId: string | null;
}

const OIDC_WORDS: Record<Exclude<OidcFailure, 'none'>, Omit<SignInFailure, 'requestId'>> = {
  failed: { happened: 'The sign-in was not completed', advice: 'Try again.' },
  expired: { happened: 'The sign-in took too long', advice: 'Try again, in this browser.' },
  unreachable: {
    happened: 'The sign-in service cannot be reached',
    advice: 'Try again in a minute, or sign in with a password.',
  },
  unknown: { happened: 'There is no account for you here', advice: 'Ask an admin of your workspace.' },
  domain: {
    happened: 'Your e-mail domain may not sign in here',
    advice: 'Use an account of your organization.',
  },
  unverified: {
    happened: 'Your e-mail address is not verified',
    advice: 'Verify it with your sign-in service, then try again.',
  },
  disabled: { happened: 'Your account is disabled', advice: 'Ask an admin of your workspace.' },
};

/** Why a sign-in by the OpenID provider ended on this page. */
export function oidcFailure(why: OidcFailure): SignInFailure | null {
  return why === 'none' ? null : { ...OIDC_WORDS[why], requestId: null };
}

/** Why a sign-in failed, in the words of this page. Who has an account here is not given away. */
export function signInFailure(error: unknown, by: 'link' | 'password'): SignInFailure {
  const { happened, advice, requestId, waitS } = describeError(error);
  const isRefused = error instanceof ApiError && [400, 401, 403, 404, 410].includes(error.status);
  if (isRefused && by === 'link') {
    return {
      happened: 'This sign-in link is used up or too old',
      advice: 'Sign in with e-mail and password, or restart the server for a new link.',
      requestId,
    };
  }
  if (isRefused && error.status === 401) {
    return { happened: 'E-mail or password is wrong', advice: 'Check both and try again.', requestId };
  }
  if (waitS !== null) return { happened: 'Too many tries', advice: `Try again in ${waitS} s.`, requestId };
  return { happened, advice, requestId };
}
