import { ANY_ERROR_CODES, type AnyErrorCode, type ErrorBody, type ErrorCode } from '#contract/errors.ts';

/** What an example says went wrong. */
const EXAMPLES: Readonly<Record<AnyErrorCode, Omit<ErrorBody, 'code'>>> = {
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
  SIZER_NOT_CONFIGURED: {
    message: 'The sizer is not configured on this server.',
    details: { configured: false },
    hint: 'An administrator of the server sets HARDWARE_SIZER_URL and SIZER_JWT_SECRET.',
  },
  SIZER_UPSTREAM_UNAVAILABLE: {
    message: 'The sizer could not answer now.',
    details: { retry_after_s: 5 },
    hint: 'Try again shortly; when it stays so, an administrator looks at the sizing service.',
  },
  MISSING_SIZING_SIGNAL: {
    message: 'Nothing to size by: give a model, hardware, a load, a target or a limit.',
    details: null,
    hint: 'Select a modality and add a signal.',
  },
  TRAINING_REQUIRED: {
    message: 'Neither measurements nor physics cover this combination.',
    details: { recovery: [] },
    hint: 'Remove framework or precision, widen the GPU models, use a more common model, or ask for model_fit.',
  },
  INSUFFICIENT_SCOPE: {
    message: 'This needs the role admin or higher; you are viewer here.',
    details: { capability: 'settings', required_role: 'admin', role: 'viewer' },
    hint: 'Ask an admin of the workspace, or use a token with a higher role.',
  },
  NO_VIABLE_RECOMMENDATION: {
    message: 'Nothing meets all of these constraints.',
    details: { rejected: [], smallest_relaxation: null },
    hint: 'Relax budget, latency, node or hardware filters.',
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

/** The answers of these codes, by status: a reference, or, where codes share a status, one answer with an example of each. */
export function errorAnswers(codes: readonly AnyErrorCode[]): Record<string, unknown> {
  const byStatus = new Map<string, AnyErrorCode[]>();
  for (const code of codes) {
    const status = String(ANY_ERROR_CODES[code].status);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, [code, ...more]]) => [
      status,
      code === undefined || more.length > 0
        ? sharedAnswer([...(code === undefined ? [] : [code]), ...more])
        : { $ref: `#/components/responses/${code}` },
    ]),
  );
}

/** The component of every error code: meaning, body, headers, an example. */
export function errorComponents(): Record<string, unknown> {
  return Object.fromEntries(
    (Object.keys(ANY_ERROR_CODES) as AnyErrorCode[]).map((code) => [
      code,
      answer([code], { example: { code, ...EXAMPLES[code] } }),
    ]),
  );
}

function sharedAnswer(codes: readonly AnyErrorCode[]): Record<string, unknown> {
  const examples = codes.map((code) => [code, { value: { code, ...EXAMPLES[code] } }]);
  return answer(codes, { examples: Object.fromEntries(examples) as unknown });
}

function answer(codes: readonly AnyErrorCode[], shown: Record<string, unknown>): Record<string, unknown> {
  const retries = codes.some((code) => [429, 503].includes(ANY_ERROR_CODES[code].status));
  return {
    description: codes.map((code) => `\`${code}\`: ${ANY_ERROR_CODES[code].meaning}`).join('; '),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...(retries ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } : {}),
    },
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Error' }, ...shown },
    },
  };
}
