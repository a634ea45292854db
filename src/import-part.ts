const fetched = new Set<string>();
let failureOf = (error: unknown): Error => error as Error;

/** Says what a part that cannot be had fails with (part-gone.ts). */
export function tellFailuresBy(tell: typeof failureOf): void {
  failureOf = tell;
}

/**
 * What `import()` of a part is in the production build, in place of vite's own (vite.config.ts), which also waits for
 * style sheets of parts: there is one for all. `ahead` names parts that the part imports, to be fetched beside it and
 * not once it has come.
 */
export async function importPart<Part>(
  load: () => Promise<Part>,
  ahead: readonly string[] = [],
): Promise<Part> {
  for (const path of ahead) {
    if (fetched.has(path)) continue;
    fetched.add(path);
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = `/${path}`;
    document.head.append(link);
  }
  try {
    return await load();
  } catch (error) {
    throw failureOf(error);
  }
}
