import { custom as customCheck, named, type Params } from './checks.ts';
import { raise, refuse } from './issues.ts';
import { objectOf, readNumber, text } from './kinds.ts';
import { isObject, Schema, ZodNumber, type ZodObject } from './schema.ts';

export function url(params?: Params & { readonly protocol?: RegExp }) {
  const protocol = params?.protocol;
  return text({
    ...named(params),
    run: (payload, check) => {
      const trimmed = (payload.value as string).trim();
      const parsed = URL.canParse(trimmed) ? new URL(trimmed) : null;
      // An address without slashes is one to browsers, and none to a person.
      const isOne = parsed !== null && (protocol?.source !== '^https?$' || /^https?:\/\//i.test(trimmed));
      const fault = { code: 'invalid_format', format: 'url', continue: true };
      if (!isOne) raise(payload, check, fault);
      else {
        if (protocol?.test(parsed.protocol.slice(0, -1)) === false)
          raise(payload, check, { ...fault, pattern: protocol.source });
        payload.value = trimmed.replace(/[\t\n\r]/g, '');
      }
    },
  });
}

const coercedNumber = () =>
  new ZodNumber({
    read: (payload, schema) => {
      try {
        payload.value = Number(payload.value);
      } catch {
        // No number, as what follows says.
      }
      return readNumber(payload, schema);
    },
  });
export const coerce = { number: coercedNumber };

export const custom = (isRight: (value: never) => unknown, params?: Params) =>
  new Schema({ read: (payload) => payload, checks: [customCheck(isRight, false, params)] });

export const looseObject = objectOf('keep');

export function discriminatedUnion(key: string, kinds: readonly ZodObject[], params?: Params) {
  const byValue = new Map(
    kinds.flatMap((kind) => (kind.shape[key]?.def.values ?? []).map((value) => [value, kind] as const)),
  );
  return new Schema({
    ...named(params),
    read: (payload, schema: Schema) => {
      const input = payload.value;
      if (!isObject(input)) return refuse(payload, schema.def, 'object');
      const kind = byValue.get((input as Record<string, unknown>)[key]);
      return (
        kind?.run(payload) ??
        raise(payload, schema.def, {
          code: 'invalid_union',
          errors: [],
          discriminator: key,
          options: [...byValue.keys()],
          path: [key],
        })
      );
    },
  });
}
