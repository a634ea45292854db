/**
 * The nearest of `names` by shared pairs and triples of letters, as the library "fuzzyset" finds it, which PostgREST
 * uses for its hints; null below `minScore`, of 1 for the same name.
 */
export function nearestName(names: readonly string[], wanted: string, minScore = 0.33): string | null {
  for (const size of [3, 2]) {
    const candidates = scored(names, wanted.toLowerCase(), size);
    const [best] = candidates;
    if (best !== undefined) return best.score >= minScore ? best.name : null;
  }
  return null;
}

function scored(names: readonly string[], wanted: string, size: number): { name: string; score: number }[] {
  const grams = gramsOf(wanted, size);
  return names
    .map((name) => ({ name, score: cosine(grams, gramsOf(name.toLowerCase(), size)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 50)
    .map(({ name }) => {
      const longest = Math.max(name.length, wanted.length);
      return { name, score: 1 - editDistance(name.toLowerCase(), wanted) / longest };
    })
    .sort((a, b) => b.score - a.score);
}

function gramsOf(text: string, size: number): Map<string, number> {
  const padded = `-${text.replace(/[^\p{L}\p{N}_, ]/gu, '')}-`;
  const grams = new Map<string, number>();
  for (let at = 0; at + size <= padded.length || at === 0; at += 1) {
    const gram = padded.slice(at, at + size).padEnd(size, '-');
    grams.set(gram, (grams.get(gram) ?? 0) + 1);
  }
  return grams;
}

function cosine(a: Map<string, number>, b: Map<string, number>): number {
  const norm = (grams: Map<string, number>): number =>
    Math.sqrt([...grams.values()].reduce((sum, count) => sum + count * count, 0));
  const dot = [...a].reduce((sum, [gram, count]) => sum + count * (b.get(gram) ?? 0), 0);
  return dot / (norm(a) * norm(b));
}

/** Levenshtein's distance: single letters inserted, removed or replaced. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
