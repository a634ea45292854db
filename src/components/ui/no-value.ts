/** What stands where there is no value: that of `contract/metrics.ts`, without loading the registry for one sign. */
export const NO_VALUE = '—';
