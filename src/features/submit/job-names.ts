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
