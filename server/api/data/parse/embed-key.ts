import type { FilterBudget, ParsedCondition } from './filter.ts';
import { parseFilter, parseLogic } from './filter.ts';
import { parseOrder, type OrderTerm } from './order.ts';
import { parseCount } from './range.ts';

/** `jobs.status=eq.done`, `jobs.order=…`, `jobs.or=(…)`: what one embedded resource is asked for, by its path. */
export interface EmbedParameters {
  readonly path: readonly string[];
  readonly where: readonly ParsedCondition[];
  readonly order: readonly OrderTerm[];
  readonly limit: number | null;
  readonly offset: number;
}

const LOGIC_KEYS: readonly string[] = ['or', 'and', 'not.or', 'not.and'];
const SHAPING_KEYS: readonly string[] = ['order', 'limit', 'offset'];

/**
 * Splits a parameter's name at its dots: `a.b.column` is the path a, b and the rest `column`. Dots in quotes and
 * behind the first arrow of a JSON path belong to the name.
 */
export function splitEmbedKey(key: string): { path: string[]; rest: string } {
  const arrow = key.indexOf('->');
  const head = arrow === -1 ? key : key.slice(0, arrow);
  const segments = head.match(/(?:"(?:\\.|[^"\\])*"|[^.])+/g) ?? [];
  if (segments.length < 2 || head.startsWith('.') || head.endsWith('.')) return { path: [], rest: key };
  const isLogic = LOGIC_KEYS.includes(segments.slice(-2).join('.'));
  const names = segments.slice(0, isLogic ? -2 : -1);
  return {
    path: names.map(unquote),
    rest: `${segments.slice(names.length).join('.')}${arrow === -1 ? '' : key.slice(arrow)}`,
  };
}

function unquote(segment: string): string {
  const inner = /^"((?:\\.|[^"\\])*)"$/.exec(segment)?.[1];
  return inner === undefined ? segment.trim() : inner.replace(/\\(.)/g, '$1');
}

/** Whether a name behind a path shapes the embedded rows, so that it is no argument of a function. */
export function isShapingKey(rest: string): boolean {
  return SHAPING_KEYS.includes(rest) || LOGIC_KEYS.includes(rest);
}

/** Collects the parameters of embedded resources. */
export class EmbedShape {
  readonly #byPath = new Map<string, { -readonly [K in keyof EmbedParameters]: EmbedParameters[K] }>();
  readonly #budget: FilterBudget;

  constructor(budget: FilterBudget) {
    this.#budget = budget;
  }

  get parameters(): EmbedParameters[] {
    return [...this.#byPath.values()];
  }

  add(path: readonly string[], rest: string, value: string): void {
    const key = path.join('\0');
    const own = this.#byPath.get(key) ?? { path, where: [], order: [], limit: null, offset: 0 };
    this.#byPath.set(key, own);
    if (rest === 'order') own.order = parseOrder(value, this.#budget.limits);
    else if (rest === 'limit') own.limit = parseCount('limit', value);
    else if (rest === 'offset') own.offset = parseCount('offset', value);
    else {
      const parse = LOGIC_KEYS.includes(rest) ? parseLogic : parseFilter;
      own.where = [...own.where, parse(rest, value, this.#budget)];
    }
  }
}
