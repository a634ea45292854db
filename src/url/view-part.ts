const known = new WeakMap<readonly string[], object>();

/**
 * Some values of a view, the same object until one of them changes: a memoised part of a page that works with these only
 * is not drawn again for what else the address says. `keys` is a constant of the page, as it names what is remembered.
 */
export function viewPart<View extends object, Key extends keyof View & string>(
  view: View,
  keys: readonly Key[],
): Pick<View, Key> {
  const before = known.get(keys) as Pick<View, Key> | undefined;
  if (before !== undefined && keys.every((key) => before[key] === view[key])) return before;
  const part = Object.fromEntries(keys.map((key) => [key, view[key]])) as Pick<View, Key>;
  known.set(keys, part);
  return part;
}
