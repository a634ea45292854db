import {
  above,
  below,
  custom,
  lengthOf,
  matches,
  named,
  sized,
  whole,
  type Check,
  type Params,
} from './checks.ts';
import { adopt, contextOf, isStopped, refuse, ZodError, type Named, type Payload } from './issues.ts';

/** A schema as zod's are written: `read` is what its kind does, checks follow. */
export class Schema {
  readonly def: Def;
  /** Resolvers of forms know schemas by this. */
  readonly _zod = {};

  constructor(def: Def) {
    this.def = def;
  }

  run(start: Payload): Payload {
    const payload = this.def.read(start, this as never);
    const { checks } = this.def;
    if (checks === undefined) return payload;
    let stopped = isStopped(payload, 0);
    for (const check of checks) {
      const skips =
        check.isSized === true
          ? isStopped(payload, 0, true) || lengthOf(payload.value) === undefined
          : stopped;
      if (skips) continue;
      const before = payload.issues.length;
      check.run(payload, check);
      if (payload.issues.length === before) continue;
      own(payload, before, this);
      stopped ||= isStopped(payload, before);
    }
    return payload;
  }

  safeParse(value: unknown): Outcome {
    const payload = read(this, value);
    return payload.issues.length === 0
      ? { success: true, data: payload.value }
      : { success: false, error: new ZodError(payload.issues) };
  }
  parse(value: unknown): unknown {
    const { data, error } = this.safeParse(value);
    if (error !== undefined) throw error;
    return data;
  }
  parseAsync(value: unknown): Promise<unknown> {
    return new Promise((resolve) => {
      resolve(this.parse(value));
    });
  }

  with(change: Partial<Def>): this {
    return new (this.constructor as new (def: Def) => this)({ ...this.def, ...change });
  }
  check(check: Check): this {
    return this.with({ checks: [...(this.def.checks ?? []), check] });
  }
  refine(isRight: (value: never) => unknown, params?: Params) {
    return this.check(custom(isRight, true, params));
  }
  superRefine(look: (value: unknown, context: Payload) => unknown) {
    return this.check({ run: (payload) => look(payload.value, contextOf(payload, true)) });
  }

  optional() {
    return optional(this);
  }
  nullable() {
    return nullable(this);
  }
  nullish() {
    return optional(nullable(this));
  }
  default(value: unknown) {
    return withDefault(this, value);
  }
  catch(value: unknown) {
    return withCatch(this, value);
  }
  array() {
    return array(this);
  }
  pipe(next: Schema) {
    return pipe(this, next);
  }
  transform(change: Change) {
    return pipe(this, changed(change));
  }
  unwrap() {
    return this.def.inner;
  }
}

/** Texts and lists. */
export class Sized extends Schema {
  min(least: number, params?: Params) {
    return this.check(sized(least, Infinity, params));
  }
  max(most: number, params?: Params) {
    return this.check(sized(0, most, params));
  }
  length(exact: number, params?: Params) {
    return this.check(sized(exact, exact, params));
  }
  regex(pattern: RegExp, params?: Params) {
    return this.check(matches('regex', pattern, params));
  }
  trim() {
    return this.check({
      run: (payload) => {
        payload.value = (payload.value as string).trim();
      },
    });
  }
}
export class ZodString extends Sized {}

export class ZodNumber extends Schema {
  min(least: number, params?: Params) {
    return this.check(above(least, true, params));
  }
  max(most: number, params?: Params) {
    return this.check(below(most, params));
  }
  positive(params?: Params) {
    return this.check(above(0, false, params));
  }
  nonnegative(params?: Params) {
    return this.check(above(0, true, params));
  }
  int(params?: Params) {
    return this.check(whole('safeint', params));
  }
}

export class ZodEnum extends Schema {
  get options() {
    return this.def.values;
  }
  exclude(left: readonly unknown[]) {
    return this.with({ values: this.def.values?.filter((value) => !left.includes(value)) });
  }
}
export class ZodOptional extends Schema {}
export class ZodNullable extends Schema {}

export class ZodObject extends Schema {
  readonly shape: Shape;
  readonly parts: readonly [string, Schema][];

  constructor(def: Def) {
    super(def);
    this.shape = def.shape ?? {};
    // A key of this name would be the prototype.
    this.parts = Object.entries(this.shape).filter(([key]) => key !== '__proto__');
  }

  extend(shape: Shape) {
    return this.with({ shape: { ...this.shape, ...shape } });
  }
  pick(mask: Mask) {
    return this.withParts(([key]) => mask[key] === true);
  }
  omit(mask: Mask) {
    return this.withParts(([key]) => mask[key] !== true);
  }
  partial() {
    return this.withParts(() => true, optional);
  }
  strict() {
    return this.with({ rest: 'refuse' });
  }
  strip() {
    return this.with({ rest: undefined });
  }
  private withParts(isKept: (part: [string, Schema]) => boolean, change = (part: Schema) => part) {
    const kept = this.parts.filter(isKept);
    return this.with({ shape: Object.fromEntries(kept.map(([key, part]) => [key, change(part)])) });
  }
}

export interface Def extends Named {
  readonly read: (payload: Payload, schema: never) => Payload;
  readonly checks?: readonly Check[];
  /** What an absent key is going in and coming out, in zod's words. */
  readonly optin?: 'optional' | 'defaulted' | undefined;
  readonly optout?: 'optional' | undefined;
  readonly inner?: Schema;
  readonly values?: readonly unknown[] | undefined;
  readonly shape?: Shape;
  /** What becomes of keys that the shape does not name: dropped where nothing is said. */
  readonly rest?: 'keep' | 'refuse' | undefined;
}

interface Outcome {
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: ZodError;
}

export type Shape = Readonly<Record<string, Schema>>;
type Mask = Readonly<Record<string, unknown>>;
type Change = (value: unknown, context: Payload) => unknown;

export const read = (schema: Schema, value: unknown) => schema.run({ value, issues: [] });

/** What a check found belongs to its schema. */
function own(payload: Payload, from: number, schema: Schema): void {
  for (const issue of payload.issues.slice(from)) issue.schema ??= schema.def;
}

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** No instance of a class. */
export function isPlain(value: unknown): value is object {
  const made: unknown = isObject(value) ? value.constructor : null;
  if (typeof made !== 'function') return isObject(value);
  return isObject(made.prototype) && Object.hasOwn(made.prototype, 'isPrototypeOf');
}

export const array = (inner: Schema, params?: Params) =>
  new Sized({
    ...named(params),
    inner,
    read: (payload, schema: Schema) => {
      const input = payload.value;
      if (!Array.isArray(input)) return refuse(payload, schema.def, 'array');
      for (const check of schema.def.checks ?? []) {
        if (check.isSized !== true) break;
        // A list too long is not read at all.
        if (input.length > (check.most ?? Infinity)) {
          const before = payload.issues.length;
          check.run(payload, check);
          own(payload, before, schema);
          for (const issue of payload.issues.slice(before)) issue.continue = false;
          return payload;
        }
      }
      payload.value = Array.from(input, (item: unknown, index) => {
        const part = read(inner, item);
        adopt(payload, index, part);
        return part.value;
      });
      return payload;
    },
  });

const optional = (inner: Schema) =>
  new ZodOptional({
    inner,
    optin: inner.def.optin === 'defaulted' ? 'defaulted' : 'optional',
    optout: 'optional',
    read: (payload) => {
      if (payload.value !== undefined) return inner.run(payload);
      if (inner.def.optin === 'defaulted') {
        const { issues, value } = read(inner, undefined);
        payload.value = issues.length === 0 ? value : undefined;
      }
      return payload;
    },
  });

const nullable = (inner: Schema) =>
  new ZodNullable({
    inner,
    optin: inner.def.optin,
    optout: inner.def.optout,
    read: (payload) => (payload.value === null ? payload : inner.run(payload)),
  });

function withDefault(inner: Schema, value: unknown) {
  const fresh = () => {
    if (typeof value === 'function') return (value as () => unknown)();
    return Array.isArray(value) ? [...(value as unknown[])] : isPlain(value) ? { ...value } : value;
  };
  return new Schema({
    inner,
    optin: 'defaulted',
    read: (start) => {
      const payload = start.value === undefined ? start : inner.run(start);
      if (payload.value === undefined) payload.value = fresh();
      return payload;
    },
  });
}

const withCatch = (inner: Schema, value: unknown) =>
  new Schema({
    inner,
    optin: inner.def.optin === 'defaulted' ? 'defaulted' : 'optional',
    optout: inner.def.optout,
    read: (payload) => {
      const part = read(inner, payload.value);
      payload.value = part.issues.length === 0 ? part.value : value;
      return payload;
    },
  });

const pipe = (from: Schema, to: Schema) =>
  new Schema({
    inner: from,
    optin: from.def.optin,
    optout: to.def.optout,
    read: (start) => {
      const { value, issues } = from.run(start);
      return issues.some((issue) => issue['code'] !== 'unrecognized_keys')
        ? { value, issues, aborted: true }
        : to.run({ value, issues });
    },
  });

const changed = (change: Change) =>
  new Schema({
    optin: 'optional',
    read: (payload) => {
      payload.value = change(payload.value, contextOf(payload));
      return payload;
    },
  });
