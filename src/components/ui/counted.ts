import { grouped } from '#lib/grouped.ts';

/** "1 job", "1,204 jobs". */
export function counted(count: number, word: string): string {
  return `${grouped(count)} ${word}${count === 1 ? '' : 's'}`;
}
