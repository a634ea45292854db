import { hashKey } from '@tanstack/react-query';

interface Keyed {
  readonly queryKey: readonly unknown[];
}

/**
 * Placeholder for a read whose key ends in the state of the thing read, so that a new state reads it once more: what was read
 * of the same thing before, and never what was read of another one.
 */
export function keptOfSame(queryKey: readonly unknown[]) {
  const same = hashKey(queryKey.slice(0, -1));
  return <Data>(data: Data | undefined, before: Keyed | undefined): Data | undefined =>
    before !== undefined && hashKey(before.queryKey.slice(0, -1)) === same ? data : undefined;
}
