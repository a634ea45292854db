import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestProblem } from './generation-request.ts';

const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Answers with a JSON body. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Reads a request body as a JSON object; an empty body is an empty object. Throws RequestProblem 413 over 64 MiB, 400 for anything else. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new RequestProblem(413, 'BadRequestError', 'body over 64 MiB');
    chunks.push(chunk);
  }
  if (size === 0) return {};
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (typeof body === 'object' && body !== null) return body;
  } catch {
    // Said below, as for a body that is no object.
  }
  throw new RequestProblem(400, 'BadRequestError', 'the body must be a JSON object');
}
