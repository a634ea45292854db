import { checkLimit, type DataApiLimits } from '../limits.ts';
import type { Cursor } from './cursor.ts';

/** `...alias:target!hint!inner(…)` without what is in the brackets. */
export interface EmbedHead {
  readonly target: string;
  readonly alias: string | null;
  readonly hint: string | null;
  readonly isInner: boolean;
  readonly isSpread: boolean;
}

/** Counts the items of one select over all its levels. */
export class SelectBudget {
  readonly limits: DataApiLimits;
  #items = 0;
  #embeds = 0;

  constructor(limits: DataApiLimits) {
    this.limits = limits;
  }

  spendItem(): void {
    this.#items += 1;
    checkLimit(this.limits, 'maxSelectItems', this.#items);
  }

  spendEmbed(depth: number): void {
    this.#embeds += 1;
    checkLimit(this.limits, 'maxEmbeds', this.#embeds);
    checkLimit(this.limits, 'maxEmbedDepth', depth);
  }
}

/** Whether an embedded resource goes on here, behind its name. */
export function isAtEmbed(cursor: Cursor): boolean {
  return cursor.peek('!') || cursor.peek('(');
}

/** Reads `!hint!inner` behind the name `target`, up to the opening bracket. Which of the two comes first is free. */
export function parseEmbedHead(
  cursor: Cursor,
  named: { target: string; alias: string | null; isSpread: boolean },
): EmbedHead {
  const marks: string[] = [];
  while (cursor.take('!')) marks.push(cursor.name());
  const joins = marks.filter((mark) => mark === 'inner' || mark === 'left');
  const hints = marks.filter((mark) => mark !== 'inner' && mark !== 'left');
  if (joins.length > 1 || hints.length > 1)
    throw cursor.error('one hint and one of !inner and !left expected');
  if (!cursor.peek('(')) throw cursor.error('"(" expected');
  return { ...named, hint: hints[0] ?? null, isInner: joins[0] === 'inner' };
}
