/** The next name that is free: "x" gives "x-2", "x-2" gives "x-3". Names differ whatever their case. */
export function nextFreeName(name: string, taken: ReadonlySet<string>): string {
  const [, stem = name, count] = /^(.*)-(\d{1,3})$/.exec(name) ?? [];
  let next = count === undefined ? 2 : Number(count) + 1;
  while (taken.has(`${stem}-${next}`.toLowerCase())) next++;
  return `${stem}-${next}`;
}
