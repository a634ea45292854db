import { ApiError } from '#src/api/api-error.ts';
import { describeError } from '#src/api/describe-error.ts';

interface SignInFailure {
  happened: string;
  advice: string;
  requestId: string | null;
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
