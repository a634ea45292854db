import type { ApiError } from '#src/api/api-error.ts';

export interface FieldError {
  field: string;
  message: string;
}

/**
 * Which fields a refusal names: `details.field` with the error's message, or `details.fields`, a list of names or
 * a record of name to message. Names match as they are, through `wireNames`, or without a leading `p_`; names
 * that no field has are left out.
 */
export function fieldErrors(
  error: ApiError,
  known: readonly string[],
  wireNames: Record<string, string> = {},
): FieldError[] {
  const { field, fields } = error.details ?? {};
  const named: [string, string][] = [];
  if (typeof field === 'string') named.push([field, error.message]);
  if (Array.isArray(fields)) {
    for (const one of fields as unknown[]) if (typeof one === 'string') named.push([one, error.message]);
  } else if (typeof fields === 'object' && fields !== null) {
    for (const [name, message] of Object.entries(fields)) {
      named.push([name, typeof message === 'string' ? message : error.message]);
    }
  }
  const placed: FieldError[] = [];
  for (const [wire, message] of named) {
    const candidates = [wireNames[wire], wire, wire.replace(/^p_/, ''), camelCase(wire.replace(/^p_/, ''))];
    const own = candidates.find((name) => name !== undefined && known.includes(name));
    if (own !== undefined && !placed.some((one) => one.field === own)) placed.push({ field: own, message });
  }
  return placed;
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
