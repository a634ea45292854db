import type { Load } from './memory-fit.ts';

/** What a job is called when nobody names it: model, precision, load. Empty while a part is missing. Audio has a duration instead of an input length. */
export function suggestJobName(
  modelCode: string,
  quantizationCode: string,
  load: { [K in keyof Load]: number | null },
  audio = '',
): string {
  const { concurrency, isl, osl } = load;
  if (modelCode === '' || concurrency === null || isl === null || osl === null) return '';
  return [modelCode, quantizationCode, `c${concurrency}`, audio === '' ? `isl${isl}` : audio, `osl${osl}`]
    .filter((part) => part !== '')
    .join('-');
}
