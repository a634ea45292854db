/** PostgreSQL's text form of a one-dimensional array; every item quoted, so that `null` and `,` are plain text. */
export function arrayLiteral(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
