/** Least number of letters inserted, deleted, replaced or swapped with their neighbour that turns `a` into `b` (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + cost,
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}

/** Whether `typed` may be a slip of `word`: none below four letters, one up to six, two from seven on. */
export function isSlipOf(typed: string, word: string): boolean {
  const length = Math.min(typed.length, word.length);
  if (length < 4 || Math.abs(typed.length - word.length) > 2) return false;
  return editDistance(typed, word) <= (length >= 7 ? 2 : 1);
}
