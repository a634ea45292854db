import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '#contract/errors.ts';

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Answers an `Expect` other than `100-continue` (RFC 9110, 10.1.1), which Node refuses without a body of ours. */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = new ApiError('validation_failed', 'The header Expect asks for what this server does not do.', {
    status: 417,
  }).toBody();
  response
    .writeHead(417, {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Request-Id': randomUUID(),
      Connection: 'close',
    })
    .end(JSON.stringify(body));
}

/** Answers what is no readable HTTP request at all, before there is a request to hand to a route: same body, same header. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const body = JSON.stringify(
    new ApiError('validation_failed', 'The request is not readable HTTP.', { status }).toBody(),
  );
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_TEXT[status] ?? 'Bad Request'}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${randomUUID()}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
