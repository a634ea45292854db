/** Headers that functions and audit triggers may read; tokens, cookies and whatever we do not know stay out. */
const PASSED_HEADERS: readonly string[] = [
  'accept',
  'accept-language',
  'content-type',
  'host',
  'idempotency-key',
  'origin',
  'prefer',
  'range',
  'user-agent',
  'x-client-info',
  'x-forwarded-for',
  'x-request-id',
];

/** The `request.*` settings that PostgREST gives to a transaction, with the headers redacted. */
export function requestSettings(
  method: string,
  path: string,
  headers: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const passed = PASSED_HEADERS.flatMap((name) => {
    const text = headers[name]?.replaceAll('\0', '');
    return text === undefined ? [] : [[name, text]];
  });
  return {
    'request.method': method,
    'request.path': path,
    'request.headers': JSON.stringify(Object.fromEntries(passed)),
  };
}
