/** How the router writes search parameters: plain `key=value` text, the first of a repeated key, nothing quoted. */
export function parseSearchText(search: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [key, value] of new URLSearchParams(search)) found[key] ??= value;
  return found;
}

/** The opposite of `parseSearchText`; keeps commas, colons and slashes readable, as they are legal in a query. */
export function stringifySearchText(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (typeof value === 'string') params.set(key, value);
    else if (typeof value === 'number' || typeof value === 'boolean') params.set(key, String(value));
  }
  const text = params.toString().replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%2F/g, '/');
  return text === '' ? '' : `?${text}`;
}
