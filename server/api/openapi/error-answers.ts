import { ERROR_CODES, type ErrorBody, type ErrorCode } from '#contract/errors.ts';

/** What an example says went wrong. */
const EXAMPLES: Readonly<Record<ErrorCode, Omit<ErrorBody, 'code'>>> = {
  unauthenticated: { message: 'This request needs a token.', details: null, hint: null },
  forbidden: {
    message: 'This needs the role engineer or higher in the workspace.',
    details: null,
    hint: null,
  },
  not_found: { message: 'There is no such job, or you may not see it.', details: null, hint: null },
  validation_failed: {
    message: 'The model does not fit into the memory of the GPUs at this precision.',
    details: { required_gb: 141.2, available_gb: 80, suggestion: 'Use fp8 or two GPUs.' },
    hint: null,
  },
  conflict: {
    message: 'The run already has a job of this name.',
    details: null,
    hint: 'Choose another name.',
  },
  rate_limited: {
    message: 'Too many requests.',
    details: null,
    hint: 'Come back after Retry-After seconds.',
  },
  quota_exceeded: {
    message: 'The workspace has used its GPU-hours of this month.',
    details: null,
    hint: null,
  },
  server_unavailable: {
    message: 'The server has not been heard of for 60 seconds.',
    details: null,
    hint: null,
  },
  internal: {
    message: 'Something unexpected happened.',
    details: null,
    hint: 'Name the X-Request-Id to the operator.',
  },
};

/** Codes that any operation with a token may answer. */
export const USUAL_ERRORS: readonly ErrorCode[] = [
  'validation_failed',
  'unauthenticated',
  'forbidden',
  'not_found',
  'rate_limited',
  'internal',
  'server_unavailable',
];

/** References to the answers of these codes, by status. */
export function errorAnswers(codes: readonly ErrorCode[]): Record<string, { $ref: string }> {
  return Object.fromEntries(
    codes.map((code) => [String(ERROR_CODES[code].status), { $ref: `#/components/responses/${code}` }]),
  );
}

/** The component of every error code: meaning, body, headers, an example. */
export function errorComponents(): Record<string, unknown> {
  return Object.fromEntries(
    (Object.keys(ERROR_CODES) as ErrorCode[]).map((code) => {
      const { status, meaning } = ERROR_CODES[code];
      const retries = status === 429 || status === 503;
      return [
        code,
        {
          description: `\`${code}\`: ${meaning}`,
          headers: {
            'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
            ...(retries ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } : {}),
          },
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Error' },
              example: { code, ...EXAMPLES[code] },
            },
          },
        },
      ];
    }),
  );
}
