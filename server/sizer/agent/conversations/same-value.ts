/** Labels of one precision: either is a right reading. */
const SAME_PRECISION = [
  ['bf16', 'fp16'],
  ['fp4', 'nvfp4', 'mxfp4'],
  ['int4', 'awq', 'gptq', 'w4a16'],
];

/** Whether a feature has the expected value: numbers within 1 %, lists in any order, a mix by its weights. */
export function isSameValue(name: string, actual: unknown, expected: unknown): boolean {
  if (typeof expected === 'number') {
    return typeof actual === 'number' && Math.abs(actual - expected) <= Math.abs(expected) * 0.01;
  }
  if (Array.isArray(expected)) return Array.isArray(actual) && sorted(actual) === sorted(expected);
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return false;
    const values = new Map<string, unknown>(Object.entries(actual));
    return Object.entries(expected).every(([key, value]) => isSameValue(key, values.get(key) ?? 0, value));
  }
  if (name === 'precision') {
    const labels = SAME_PRECISION.find((group) => group.includes(String(expected))) ?? [expected];
    return labels.includes(actual);
  }
  return actual === expected;
}

const sorted = (list: readonly unknown[]) =>
  JSON.stringify(list.map((item) => JSON.stringify(item)).toSorted((a, b) => a.localeCompare(b)));
