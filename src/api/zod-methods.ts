import * as mini from 'zod/mini';

/**
 * zod/mini with the methods of zod that the contract and the pages write: stands in for `zod` in the production build
 * (vite.config.ts) and nowhere else, as zod links every method into every schema (8 kB gzipped on each page). Reading
 * and refusing are the library's own; here are names only. zod-methods.test.ts holds it against zod on every schema there is.
 */
type Any = mini.ZodMiniType & Record<string, (...args: unknown[]) => unknown>;
type Method = (this: never, ...args: never[]) => unknown;

const wrap = (make: (...args: never[]) => unknown): Method =>
  function (this: never, ...args: never[]) {
    return make(this, ...args);
  };
const checked = (make: (...args: never[]) => unknown): Method =>
  function (this: never, ...args: never[]) {
    return (this as Any).check(make(...args) as never);
  };
function install(on: { readonly prototype: object }, methods: Readonly<Record<string, Method>>): void {
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(on.prototype, name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
}

/** What a change is given in zod: zod/mini hands the bare payload. */
function contextOf(payload: mini.core.ParsePayload): unknown {
  return Object.assign(payload, {
    addIssue: (issue: object) => {
      payload.issues.push({ code: 'custom', input: payload.value, ...issue } as never);
    },
  });
}

/** On the prototype of each kind, where instances share them: on that of all kinds they would be copied into each. */
const KINDS = [
  mini.ZodMiniString,
  mini.ZodMiniStringFormat,
  mini.ZodMiniGUID,
  mini.ZodMiniURL,
  mini.ZodMiniNumber,
  mini.ZodMiniNumberFormat,
  mini.ZodMiniBoolean,
  mini.ZodMiniUnknown,
  mini.ZodMiniCustom,
  mini.ZodMiniLiteral,
  mini.ZodMiniEnum,
  mini.ZodMiniArray,
  mini.ZodMiniObject,
  mini.ZodMiniRecord,
  mini.ZodMiniUnion,
  mini.ZodMiniDiscriminatedUnion,
  mini.ZodMiniOptional,
  mini.ZodMiniNullable,
  mini.ZodMiniDefault,
  mini.ZodMiniCatch,
  mini.ZodMiniTransform,
  mini.ZodMiniPipe,
];
for (const kind of KINDS)
  install(kind, {
    optional: wrap(mini.optional),
    nullable: wrap(mini.nullable),
    nullish: wrap(mini.nullish),
    default: wrap(mini._default),
    catch: wrap(mini.catch),
    array: wrap(mini.array),
    refine: checked(mini.refine),
    superRefine: checked(mini.superRefine),
    pipe: wrap(mini.pipe),
    transform(this: never, change: (value: never, context: unknown) => unknown) {
      return mini.pipe(
        this,
        mini.transform((value, payload) => change(value, contextOf(payload))),
      );
    },
  });

const sized = { min: checked(mini.minLength), max: checked(mini.maxLength), length: checked(mini.length) };
for (const kind of [mini.ZodMiniString, mini.ZodMiniStringFormat, mini.ZodMiniGUID, mini.ZodMiniURL])
  install(kind, { ...sized, regex: checked(mini.regex), trim: checked(mini.trim) });
install(mini.ZodMiniArray, sized);
for (const kind of [mini.ZodMiniNumber, mini.ZodMiniNumberFormat])
  install(kind, {
    min: checked(mini.gte),
    max: checked(mini.lte),
    gt: checked(mini.gt),
    lt: checked(mini.lt),
    positive: checked(mini.positive),
    nonnegative: checked(mini.nonnegative),
    int: checked(mini.int),
  });
install(mini.ZodMiniObject, {
  extend: wrap(mini.extend),
  pick: wrap(mini.pick),
  omit: wrap(mini.omit),
  partial: wrap(mini.partial),
  strict: function (this: never) {
    return mini.catchall(this, mini.never());
  },
  strip: function (this: never) {
    const schema = this as mini.ZodMiniObject;
    return schema.clone({ ...schema.def, catchall: undefined });
  },
});
const entriesWithout = (schema: mini.ZodMiniEnum, isLeft: (value: string) => boolean) =>
  mini.enum(Object.values(schema.def.entries).map(String).filter(isLeft));
install(mini.ZodMiniEnum, {
  exclude(this: never, left: readonly string[]) {
    return entriesWithout(this, (value) => !left.includes(value));
  },
  extract(this: never, kept: readonly string[]) {
    return entriesWithout(this, (value) => kept.includes(value));
  },
});
for (const kind of [mini.ZodMiniOptional, mini.ZodMiniNullable, mini.ZodMiniDefault])
  install(kind, {
    unwrap(this: never) {
      return (this as mini.ZodMiniOptional).def.innerType;
    },
  });

export { config } from 'zod/mini';

export const z = {
  NEVER: mini.NEVER,
  ZodEnum: mini.ZodMiniEnum,
  ZodNullable: mini.ZodMiniNullable,
  ZodOptional: mini.ZodMiniOptional,
  ZodNumber: mini.ZodMiniNumber,
  ZodObject: mini.ZodMiniObject,
  ZodString: mini.ZodMiniString,
  string: mini.string,
  guid: mini.guid,
  url: mini.url,
  number: mini.number,
  int: mini.int,
  int32: mini.int32,
  coerce: { number: mini.coerce.number },
  boolean: mini.boolean,
  unknown: mini.unknown,
  custom: mini.custom,
  literal: mini.literal,
  enum: mini.enum,
  array: mini.array,
  object: mini.object,
  looseObject: mini.looseObject,
  strictObject: mini.strictObject,
  record: mini.record,
  union: mini.union,
  discriminatedUnion: mini.discriminatedUnion,
};
