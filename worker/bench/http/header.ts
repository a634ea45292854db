import type { OutgoingRequest } from '#worker/bench/http/client.ts';

/** A field name is a token (RFC 9110 section 5.6.2). */
const NAME = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;
/** Visible characters, spaces, tabs and the upper half of Latin-1 (RFC 9110 section 5.5). */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const PATH = /^\/[\x21-\x7e]*$/;

/** True when a header may carry the text: no line ends, no other control characters, nothing beyond Latin-1. */
export function isHeaderValue(text: string): boolean {
  return VALUE.test(text);
}

/** Throws TypeError for a path or header that HTTP/1.1 cannot carry; names the header, never quotes its value. */
export function checkRequest({ path, headers }: Pick<OutgoingRequest, 'path' | 'headers'>): void {
  if (!PATH.test(path)) throw new TypeError('the path has a character that no request line may carry');
  for (const name in headers) {
    if (!NAME.test(name)) throw new TypeError('the name of a header has a character that it may not carry');
    if (!VALUE.test(headers[name] ?? ''))
      throw new TypeError(`the header ${name} has a character that no HTTP header may carry`);
  }
}
