/** A POST with a JSON body as a curl command for a POSIX shell; the token stays in the environment. */
export function curlCommand(url: string, body: unknown): string {
  return [
    `curl --fail-with-body ${shellQuote(url)} \\`,
    `  -H "Authorization: Bearer $YARDSTICK_TOKEN" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  --data ${shellQuote(JSON.stringify(body, null, 2))}`,
  ].join('\n');
}

/** A word that a POSIX shell takes as it is. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
