/** A file of one object of the database, named as the file without `.sql`. */
export interface SqlObject {
  readonly kind: 'policy' | 'function' | 'view';
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

const kindOrder = { function: 0, view: 1, policy: 2 } as const;

/**
 * Orders objects so that each comes after the functions and views that its header lines `-- after: name, name` name;
 * otherwise functions, views, policies (which nothing needs and which call functions), by name. Throws Error for an unknown name, two objects of a name, or a cycle
 * (with its files).
 */
export function orderObjects<T extends SqlObject>(objects: readonly T[]): T[] {
  const byName = new Map<string, T>();
  for (const object of objects) {
    if (object.kind === 'policy') continue;
    const other = byName.get(object.name);
    if (other !== undefined) throw new Error(`${other.path} and ${object.path} have the same name`);
    byName.set(object.name, object);
  }
  const ordered: T[] = [];
  const done = new Set<T>();
  const visit = (object: T, path: readonly T[]): void => {
    if (done.has(object)) return;
    if (path.includes(object)) {
      const cycle = [...path.slice(path.indexOf(object)), object];
      throw new Error(`"-- after:" lines form a cycle: ${cycle.map((each) => each.path).join(' -> ')}`);
    }
    for (const name of namesAfter(object.text)) {
      const before = byName.get(name);
      if (before === undefined)
        throw new Error(`${object.path} comes after "${name}", but no function or view file has that name`);
      visit(before, [...path, object]);
    }
    done.add(object);
    ordered.push(object);
  };
  const byDefault = [...objects].sort(
    (a, b) => kindOrder[a.kind] - kindOrder[b.kind] || (a.name < b.name ? -1 : 1),
  );
  for (const object of byDefault) visit(object, []);
  return ordered;
}

/** Only comment lines before the first statement count. */
function namesAfter(text: string): string[] {
  const names: string[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() !== '' && !line.startsWith('--')) break;
    const list = /^--\s*after:(.*)$/.exec(line)?.[1];
    if (list !== undefined)
      names.push(
        ...list
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== ''),
      );
  }
  return names;
}
