import { matches, named, whole, type Check, type Params } from './checks.ts';
import { adopt, finish, isStopped, raise, refuse, type Payload } from './issues.ts';
import {
  array,
  isObject,
  isPlain,
  read,
  Schema,
  Sized,
  ZodEnum,
  ZodNullable,
  ZodNumber,
  ZodObject,
  ZodString,
  type Def,
  type Shape,
} from './schema.ts';

const typed = (type: string) => (payload: Payload, schema: Schema) =>
  typeof payload.value === type ? payload : refuse(payload, schema.def, type);

export const string = (params?: Params) => new ZodString({ ...named(params), read: typed('string') });
/** A text of a form is a check as well. */
export const text = (check: Check) =>
  new Sized({ error: check.error, read: typed('string'), checks: [check] });
const GUID = /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$/;
export const guid = (params?: Params) => text(matches('guid', GUID, params));

export function readNumber(payload: Payload, schema: Schema): Payload {
  const { value } = payload;
  if (Number.isFinite(value)) return payload;
  return refuse(payload, schema.def, 'number', typeof value === 'number' ? { received: String(value) } : {});
}
export const number = (params?: Params) => new ZodNumber({ ...named(params), read: readNumber });
export const int = (params?: Params) => number(params).int(params);
export const int32 = (params?: Params) => number(params).check(whole('int32', params));
export const boolean = (params?: Params) => new Schema({ ...named(params), read: typed('boolean') });
export const unknown = () => new Schema({ read: (payload) => payload });
function readValue(payload: Payload, { def }: Schema): Payload {
  const { values = [] } = def;
  return values.includes(payload.value) ? payload : raise(payload, def, { code: 'invalid_value', values });
}
export const literal = (value: unknown, params?: Params) =>
  new Schema({ ...named(params), read: readValue, values: [value] });
const enumOf = (values: readonly unknown[], params?: Params) =>
  new ZodEnum({ ...named(params), read: readValue, values });

/** A property as zod places it: what is absent and may be is left out, what is undefined is kept where it was given. */
function place(payload: Payload, input: object, key: string, schema: Schema): void {
  const { optin, optout } = schema.def;
  const isPresent = key in input;
  const mayLack = !isPresent && optout === 'optional';
  const part = read(schema, (input as Record<string, unknown>)[key]);
  if (mayLack && (optin === 'optional' || (optin !== undefined && part.issues.length > 0))) return;
  adopt(payload, key, part);
  if (!isPresent && optin === undefined) {
    if (part.issues.length === 0)
      payload.issues.push({
        code: 'invalid_type',
        expected: 'nonoptional',
        input: undefined,
        path: [key],
      });
  } else if (part.value !== undefined || isPresent || (optin === 'defaulted' && !mayLack)) {
    (payload.value as Record<string, unknown>)[key] = part.value;
  }
}

function readObject(payload: Payload, schema: ZodObject): Payload {
  const input = payload.value;
  const { rest } = schema.def;
  if (!isObject(input)) return refuse(payload, schema.def, 'object');
  payload.value = {};
  for (const [key, part] of schema.parts) place(payload, input, key, part);
  if (rest === undefined) return payload;
  const keys = [];
  for (const key in input) {
    if (Object.hasOwn(schema.shape, key)) continue;
    if (rest === 'refuse') keys.push(key);
    else if (key !== '__proto__')
      (payload.value as Record<string, unknown>)[key] = (input as Record<string, unknown>)[key];
  }
  return keys.length === 0
    ? payload
    : raise(payload, schema.def, { code: 'unrecognized_keys', keys, input, continue: true });
}
export const objectOf = (rest: Def['rest']) => (shape: Shape, params?: Params) =>
  new ZodObject({ ...named(params), read: readObject, shape, rest });

export const record = (names: Schema, inner: Schema, params?: Params) =>
  new Schema({
    ...named(params),
    inner,
    read: (payload, schema: Schema) => {
      const input = payload.value;
      if (!isPlain(input)) return refuse(payload, schema.def, 'record');
      const output: Record<string, unknown> = {};
      payload.value = output;
      for (const [key, value] of Object.entries(input)) {
        if (key === '__proto__') continue;
        const { issues } = read(names, key);
        const part = read(inner, value);
        if (issues.length > 0)
          raise(payload, schema.def, {
            code: 'invalid_key',
            origin: 'record',
            issues: issues.map(finish),
            input: key,
            path: [key],
          });
        else {
          adopt(payload, key, part);
          output[key] = part.value;
        }
      }
      return payload;
    },
  });

export function union(options: readonly Schema[], params?: Params) {
  return new Schema({
    ...named(params),
    optin: options.some(({ def }) => def.optin === 'defaulted')
      ? 'defaulted'
      : options.some(({ def }) => def.optin !== undefined)
        ? 'optional'
        : undefined,
    optout: options.some(({ def }) => def.optout) ? 'optional' : undefined,
    read: (payload, schema: Schema) => {
      const results: Payload[] = [];
      for (const option of options) {
        const result = read(option, payload.value);
        if (result.issues.length === 0) return result;
        results.push(result);
      }
      // Of the right type, and found wanting in one way: that is what it says.
      const [near, ...others] = results.filter((result) => !isStopped(result, 0));
      if (near !== undefined && others.length === 0) return near;
      return raise(payload, schema.def, {
        code: 'invalid_union',
        errors: results.map(({ issues }) => issues.map(finish)),
      });
    },
  });
}

export const object = objectOf(undefined);
export const NEVER = {};
export { array, enumOf as enum, ZodEnum, ZodNullable, ZodNumber, ZodString };
