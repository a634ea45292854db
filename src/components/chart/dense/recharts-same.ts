/**
 * Stands in for `es-toolkit/compat/isEqual` in the browser build, where Recharts asks whether an axis has the ticks that
 * it had: ours have none of Recharts' (`recharts-names.ts`), and comparing whatever there is takes 1 kB gzipped.
 */
const isSame = (before: readonly unknown[], now: readonly unknown[]): boolean =>
  before.length === now.length && before.every((item, index) => item === now[index]);

export { isSame as default };
