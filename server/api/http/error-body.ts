import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError } from '#contract/errors.ts';
import { toApiError } from '../data/errors.ts';

/** The one place where an error becomes an answer: status, headers and the contract's body. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const apiError = toContractError(error);
  if (apiError.status >= 500) request.log.error({ err: error }, apiError.message);
  return reply
    .code(apiError.status)
    .headers({ ...apiError.headers, 'X-Request-Id': request.id, 'Cache-Control': 'no-store' })
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(apiError.toBody());
}

/** Turns whatever was thrown into the contract's error. What we do not know is `internal` and says nothing of itself. */
export function toContractError(error: unknown): ApiError {
  if (error instanceof z.ZodError) return invalidFields(error);
  if (isFastifyError(error)) return fromFastify(error);
  return toApiError(error);
}

/** `details.fields` maps each field's path to what is wrong with it; a form shows it there. */
function invalidFields(error: z.ZodError): ApiError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message;
  const messages = Object.values(fields);
  const message = messages.length === 1 ? messages.join('') : 'Some values are missing or not allowed.';
  return new ApiError('validation_failed', message, { details: { fields }, cause: error });
}

function isFastifyError(error: unknown): error is FastifyError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('FST_')
  );
}

const FRAMEWORK_MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be JSON (Content-Type: application/json).',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty; JSON was announced.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is larger than this server accepts.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body does not have the announced length.',
  FST_ERR_BAD_URL: 'The address is not a valid URL.',
};

/** Faults of the request that the framework found keep its status; its faults are `internal`. */
function fromFastify(error: FastifyError): ApiError {
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return toApiError(new Error(error.message, { cause: error }));
  const message = FRAMEWORK_MESSAGES[error.code] ?? 'The request cannot be read.';
  return new ApiError('validation_failed', message, { status, cause: error });
}
