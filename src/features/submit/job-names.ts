import type { Load } from './memory-fit.ts';

/** What a job is called when nobody names it: model, precision, load. Empty while a part is missing. */
export function suggestJobName(
  modelCode: string,
  quantizationCode: string,
  load: { [K in keyof Load]: number | null },
): string {
  const { concurrency, isl, osl } = load;
  if (modelCode === '' || concurrency === null || isl === null || osl === null) return '';
  return [modelCode, quantizationCode, `c${concurrency}`, `isl${isl}`, `osl${osl}`]
    .filter((part) => part !== '')
    .join('-');
}

/** The next name that is free: "x" gives "x-2", "x-2" gives "x-3". Names differ whatever their case. */
export function nextFreeName(name: string, taken: ReadonlySet<string>): string {
  const [, stem = name, count] = /^(.*)-(\d{1,3})$/.exec(name) ?? [];
  let next = count === undefined ? 2 : Number(count) + 1;
  while (taken.has(`${stem}-${next}`.toLowerCase())) next++;
  return `${stem}-${next}`;
}
