import type { z } from 'zod';

/**
 * One search parameter: how a value is written into the URL and read back. `read` never throws: what it does not
 * understand is the default. `write` answers undefined for the default, so that URLs carry only what was chosen.
 */
export interface Param<T> {
  readonly fallback: T;
  read(text: string | undefined): T;
  write(value: T): string | undefined;
}

/** Search parameters of a page by name (`Param`'s methods keep it covariant, so any `Param<T>` fits). */
export type Shape = Record<string, Param<unknown>>;
export type ViewState<S extends Shape> = { [K in keyof S]: S[K] extends Param<infer T> ? T : never };
/** Search parameters as the router holds them: plain text, defaults left out. */
export type SearchText<S extends Shape> = { [K in keyof S]?: string };

/** The search parameters of one page. */
export interface SearchDefinition<S extends Shape> {
  readonly shape: S;
  /** For a route's `validateSearch`: keeps what is understood and is not the default. */
  readonly validate: (raw: Record<string, unknown>) => SearchText<S>;
  /** The full view state, defaults filled in. */
  readonly read: (search: Readonly<Record<string, unknown>>) => ViewState<S>;
  /** Search parameters for a link to a view; what is not named is the default. */
  readonly write: (state: Partial<ViewState<S>>) => SearchText<S>;
}

/** Declares the search parameters of a page. */
export function defineSearch<S extends Shape>(shape: S): SearchDefinition<S> {
  const params = Object.entries(shape);
  // The same text gives the same object, so that what depends on one parameter is not made anew when another changes.
  const known = new Map<string, { readonly text: string | undefined; readonly value: unknown }>();
  const readOne = (key: string, one: Param<unknown>, text: string | undefined) => {
    const before = known.get(key);
    if (before !== undefined && before.text === text) return before.value;
    const value = one.read(text);
    known.set(key, { text, value });
    return value;
  };
  const read = (raw: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      params.map(([key, one]) => [key, readOne(key, one, textOf(raw[key]))]),
    ) as ViewState<S>;
  const write = (state: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      params.flatMap(([key, one]) => {
        const text = state[key] === undefined ? undefined : one.write(state[key]);
        return text === undefined ? [] : [[key, text]];
      }),
    ) as SearchText<S>;
  return { shape, read, write, validate: (raw) => write(read(raw)) };
}

/** `before` with a change of this page's parameters; those that become the default leave the URL, others stay. */
export function mergeSearch<S extends Shape>(
  definition: SearchDefinition<S>,
  before: Readonly<Record<string, unknown>>,
  change: Partial<ViewState<S>>,
): Record<string, unknown> {
  const others = Object.fromEntries(Object.entries(before).filter(([key]) => !(key in definition.shape)));
  return { ...others, ...definition.write({ ...definition.read(before), ...change }) };
}

function textOf(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw;
  return typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : undefined;
}

function param<T>(
  fallback: T,
  parse: (text: string) => T | undefined,
  format: (value: T) => string,
): Param<T> {
  const fallbackText = format(fallback);
  return {
    fallback,
    read: (text) => {
      const value = text === undefined ? undefined : parse(text);
      // Not `??`: null is a value here (no limit, no sort).
      return value === undefined ? fallback : value;
    },
    write: (value) => {
      const text = format(value);
      return text === fallbackText ? undefined : text;
    },
  };
}

/** Free text. */
export const textParam = (fallback = ''): Param<string> => param(fallback, (text) => text, String);

/** One of some words. */
export function choiceParam<const T extends string>(values: readonly T[], fallback: NoInfer<T>): Param<T> {
  return param<T>(fallback, (text) => values.find((value) => value === text), String);
}

/** Any of some words, in the order chosen; none by default. */
export function choicesParam<const T extends string>(values: readonly T[]): Param<readonly T[]> {
  return param<readonly T[]>(
    [],
    (text) => splitList(text).flatMap((item) => values.filter((value) => value === item)),
    joinList,
  );
}

/** A list of free text, for instance selected ids. */
export const listParam = (fallback: readonly string[] = []): Param<readonly string[]> =>
  param(fallback, splitList, joinList);

/** A whole number within limits. */
export function integerParam(fallback: number, limits: { min?: number; max?: number } = {}): Param<number> {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = limits;
  return param(
    fallback,
    (text) => {
      const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
    String,
  );
}

/** A number, or null where none is set. */
export const numberParam = (fallback: number | null = null): Param<number | null> =>
  param<number | null>(
    fallback,
    (text) => {
      if (text === 'none') return null;
      const value = text.trim() === '' ? Number.NaN : Number(text);
      return Number.isFinite(value) ? value : undefined;
    },
    (value) => (value === null ? 'none' : String(value === 0 ? 0 : value)),
  );

/** On or off, written 1 and 0. */
export const flagParam = (fallback = false): Param<boolean> =>
  param(
    fallback,
    (text) => (text === '1' ? true : text === '0' ? false : undefined),
    (value) => (value ? '1' : '0'),
  );

export interface Sort {
  readonly id: string;
  readonly desc: boolean;
}

/** A table's sort: `created_at`, or `-created_at` for descending; null is the order of the source. */
export const sortParam = (fallback: Sort | null = null): Param<Sort | null> =>
  param<Sort | null>(
    fallback,
    (text) => {
      if (text === '') return null;
      return text.startsWith('-') ? { id: text.slice(1), desc: true } : { id: text, desc: false };
    },
    (sort) => (sort === null ? '' : `${sort.desc ? '-' : ''}${sort.id}`),
  );

/** A structured value by its zod schema, as JSON: for forms that live in the URL. */
export function jsonParam<Schema extends z.ZodType>(
  schema: Schema,
  fallback: z.output<Schema>,
): Param<z.output<Schema>> {
  return param<z.output<Schema>>(
    fallback,
    (text) => {
      try {
        const parsed = schema.safeParse(JSON.parse(text));
        return parsed.success ? parsed.data : undefined;
      } catch {
        return undefined;
      }
    },
    (value) => JSON.stringify(value),
  );
}

/** Items are joined by commas; a comma or percent sign inside an item is percent-encoded. */
function joinList(items: readonly string[]): string {
  return items.map((item) => (item === '' ? '%' : item.replace(/[%,]/g, encodeURIComponent))).join(',');
}

function splitList(text: string): string[] {
  if (text === '') return [];
  return text.split(',').map((item) => (item === '%' ? '' : item.replace(/%25|%2C/g, decodeURIComponent)));
}
