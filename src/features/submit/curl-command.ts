/** A call as a line for a POSIX shell; the token stays in the environment. */
export function curlCommand(url: string, body: unknown): string {
  // Inside single quotes only the single quote itself is special.
  const json = JSON.stringify(body, null, 2).replaceAll("'", `'\\''`);
  return [
    `curl -sS ${url} \\`,
    `  -H "Authorization: Bearer $YARDSTICK_TOKEN" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${json}'`,
  ].join('\n');
}
