import { ApiError, BAD_ANSWER, OFFLINE } from './api-error.ts';

export interface DescribedError {
  happened: string;
  /** What the failure did not touch. */
  safe: string;
  advice: string;
  requestId: string | null;
  /** Seconds to wait before trying again helps; null when there is no limit. */
  waitS: number | null;
}

const ADVICE: Record<string, string> = {
  unauthenticated: 'Sign in again; you come back to this page.',
  forbidden: 'Ask an admin of the workspace for the role this needs.',
  not_found: 'Check the address and the workspace: rows of other workspaces are not visible here.',
  validation_failed: 'Change what is named above and send it again.',
  conflict: 'Choose another name, or reload to see what is there now.',
  rate_limited: 'Wait until the limit has passed.',
  quota_exceeded: 'Ask an admin of the workspace to raise the quota.',
  server_unavailable: 'Try again in a moment.',
  INSUFFICIENT_SCOPE: 'Ask an admin of the workspace for the role this needs.',
  MISSING_SIZING_SIGNAL: 'Tick or fill in an input: a model, a load, a target or a limit.',
  SIZER_UPSTREAM_UNAVAILABLE: 'Try again in a moment.',
  internal: 'Try again; if it stays, give the request id to whoever runs this server.',
  [OFFLINE]: 'Check the connection, then try again.',
  [BAD_ANSWER]: 'Reload the page; if it stays, give the request id to whoever runs this server.',
};

/** Why what a person had just asked for failed, in one line: of an answer of the server with its request id. */
export function failureLine(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  const { happened, advice, requestId } = describeError(error);
  const sentence = happened.replace(/[^.!?]$/, '$&.');
  return [sentence, advice, ...(requestId === null ? [] : [`Request ${requestId}.`])].join(' ');
}

/** Any thrown value as the sentences an error surface shows. */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof ApiError)) {
    return {
      happened: 'This page failed to draw.',
      safe: 'Nothing was changed on the server.',
      advice: `Reload the page. The reason given was: ${failureLine(error)}`,
      requestId: null,
      waitS: null,
    };
  }
  return {
    happened: error.message,
    safe: error.status === 0 ? 'Nothing was lost.' : 'What is stored is unchanged.',
    advice:
      error.hint ??
      ADVICE[error.code] ??
      'Try again; if it stays, give the request id to whoever runs this server.',
    requestId: error.requestId,
    waitS: error.status === 429 || error.code === 'SIZER_UPSTREAM_UNAVAILABLE' ? error.retryAfterS : null,
  };
}
