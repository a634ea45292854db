import { monotonicMs } from '#worker/bench/clock.ts';
import type { HttpClient, OutgoingRequest } from '#worker/bench/http/client.ts';

/** A whole small answer, or why there was none. */
export type TextAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly text: string }
  | { readonly kind: 'failed'; readonly message: string };

const ANSWER_LIMIT_BYTES = 8 * 1024 * 1024;

/** Sends one request and collects the answer as text, within `timeoutMs`; for the calls around a run, never inside it. */
export function fetchText(
  client: HttpClient,
  request: OutgoingRequest,
  timeoutMs: number,
): Promise<TextAnswer> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    let status = 0;
    const startedAt = monotonicMs();
    const finish = (answer: TextAnswer): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    const timer = setTimeout(() => {
      exchange.abort();
      finish({ kind: 'failed', message: `no answer within ${Math.round(monotonicMs() - startedAt)} ms` });
    }, timeoutMs);
    timer.unref();
    const exchange = client.send(request, {
      onSent: () => undefined,
      onHead: (head) => {
        status = head.status;
      },
      onBody: (buffer, start, end) => {
        size += end - start;
        if (size <= ANSWER_LIMIT_BYTES) parts.push(Buffer.from(buffer.subarray(start, end)));
      },
      onEnd: () => {
        if (size > ANSWER_LIMIT_BYTES) finish({ kind: 'failed', message: 'answer over 8 MiB' });
        else finish({ kind: 'answer', status, text: Buffer.concat(parts).toString('utf8') });
      },
      onFailure: (_kind, message) => {
        finish({ kind: 'failed', message });
      },
    });
  });
}
