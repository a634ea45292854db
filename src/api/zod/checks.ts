import { raise, refuse, type Named, type Payload, type RawIssue } from './issues.ts';

export interface Check extends Named {
  readonly run: (payload: Payload, check: Check) => unknown;
  /** Of a length: asked of all that has one, even where the type is wrong. */
  readonly isSized?: boolean;
  readonly most?: number;
}

export type Params =
  string | { readonly error?: unknown; readonly message?: unknown; readonly path?: PropertyKey[] };

export function named(params?: Params): Named {
  const said = typeof params === 'object' ? (params.error ?? params.message) : params;
  if (said === undefined) return {};
  return { error: typeof said === 'function' ? (said as (issue: RawIssue) => unknown) : () => said };
}

export const lengthOf = (value: unknown) => (value as { length?: number } | null | undefined)?.length;

export function sized(least: number, most: number, params?: Params): Check {
  return {
    ...named(params),
    isSized: true,
    most,
    run: ({ value, issues }, inst) => {
      // Texts are measured in characters, of which some are two units.
      const length =
        typeof value === 'string' && /[\uD800-\uDBFF]/.test(value)
          ? Array.from(value).length
          : (lengthOf(value) ?? 0);
      if (length >= least && length <= most) return;
      issues.push({
        origin: Array.isArray(value) ? 'array' : typeof value === 'string' ? 'string' : 'unknown',
        ...(length > most ? { code: 'too_big', maximum: most } : { code: 'too_small', minimum: least }),
        inclusive: true,
        ...(least === most && { exact: true }),
        input: value,
        inst,
        continue: true,
      });
    },
  };
}

export function matches(format: string, pattern: RegExp, params?: Params): Check {
  return {
    ...named(params),
    run: (payload, check) => {
      pattern.lastIndex = 0;
      if (!pattern.test(payload.value as string))
        raise(payload, check, {
          origin: 'string',
          code: 'invalid_format',
          format,
          pattern: String(pattern),
          continue: true,
        });
    },
  };
}

export const above = (minimum: number, inclusive: boolean, params?: Params): Check => ({
  ...named(params),
  run: (payload, check) => {
    const value = payload.value as number;
    if (!(inclusive ? value >= minimum : value > minimum))
      raise(payload, check, { origin: 'number', code: 'too_small', minimum, inclusive, continue: true });
  },
});

export const below = (maximum: number, params?: Params): Check => ({
  ...named(params),
  run: (payload, check) => {
    if (!((payload.value as number) <= maximum))
      raise(payload, check, { origin: 'number', code: 'too_big', maximum, inclusive: true, continue: true });
  },
});

const LIMITS = {
  safeint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  int32: [-(2 ** 31), 2 ** 31 - 1],
} as const;

export function whole(format: keyof typeof LIMITS, params?: Params): Check {
  return {
    ...named(params),
    run: (payload, check) => {
      const value = payload.value as number;
      const isSafe = Number.isSafeInteger(value);
      const [minimum, maximum] = LIMITS[isSafe ? format : 'safeint'];
      const more = { origin: isSafe ? 'number' : 'int', inclusive: true, continue: true };
      if (!Number.isInteger(value)) refuse(payload, check, 'int', { format, continue: false });
      else if (value < minimum) raise(payload, check, { code: 'too_small', minimum, ...more });
      else if (value > maximum) raise(payload, check, { code: 'too_big', maximum, ...more });
    },
  };
}

export function custom(isRight: (value: never) => unknown, goesOn: boolean, params?: Params): Check {
  const path = typeof params === 'object' ? (params.path ?? []) : [];
  return {
    ...named(params),
    run: (payload, check) => {
      if (!isRight(payload.value as never))
        raise(payload, check, { code: 'custom', path: [...path], continue: goesOn });
    },
  };
}
