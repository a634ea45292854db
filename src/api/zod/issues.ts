import type { core } from 'zod';

/** Where an issue may have its words from: a schema or a check that names its own. */
export interface Named {
  readonly error?: ((issue: RawIssue) => unknown) | undefined;
}

/** An issue while a value is read; `inst` raised it, `schema` is what the check that did belongs to. */
export interface RawIssue extends Record<string, unknown> {
  path?: PropertyKey[];
  message?: string;
  inst?: Named;
  schema?: Named;
  /** Whether later checks may still run; true lets all, false stops even those of lengths. */
  continue?: boolean;
}

export interface Payload {
  value: unknown;
  issues: RawIssue[];
  aborted?: boolean;
  addIssue?: (issue: string | RawIssue) => void;
}

type Settings = Partial<Pick<core.$ZodConfig, 'localeError' | 'jitless'>>;
const settings: Settings = {};

/** The part of zod's own that is set here: the words where a schema names none. */
export const config = (change: Settings = {}): Settings => Object.assign(settings, change);

const textOf = (said: unknown) =>
  typeof said === 'object' && said !== null ? (said as { message?: string }).message : (said as string);

/** An issue as it is handed over, with its words. */
export function finish(issue: RawIssue): object {
  const full: RawIssue = { path: [], ...issue };
  full.message =
    issue.message ||
    (textOf(issue.inst?.error?.(issue)) ??
      textOf(issue.schema?.error?.(issue)) ??
      textOf(settings.localeError?.(issue as never)) ??
      'Invalid input');
  for (const key of ['inst', 'schema', 'continue', 'input']) Reflect.deleteProperty(full, key);
  return full;
}

/** What `parse` throws. */
export class ZodError extends Error {
  override readonly name = 'ZodError';
  /** Resolvers of forms know errors by this. */
  readonly _zod = { traits: new Set(['$ZodError']) };
  readonly issues: object[];

  constructor(issues: readonly RawIssue[]) {
    const told = issues.map(finish);
    super(JSON.stringify(told, null, 2));
    this.issues = told;
  }
}

export function raise(payload: Payload, inst: Named, issue: object): Payload {
  payload.issues.push({ input: payload.value, ...issue, inst });
  return payload;
}

/** Whether what was found ends the reading: all that says nothing else, or (`strictly`) only what says so itself. */
export function isStopped(payload: Payload, from: number, strictly = false): boolean {
  if (payload.aborted === true) return true;
  for (let at = from; at < payload.issues.length; at += 1) {
    const goesOn = payload.issues[at]?.continue;
    if (strictly ? goesOn === false : goesOn !== true) return true;
  }
  return false;
}

/** Issues of a part, as those of the whole. */
export function adopt(payload: Payload, key: PropertyKey, part: Payload): void {
  for (const issue of part.issues) {
    (issue.path ??= []).unshift(key);
    payload.issues.push(issue);
  }
}

/** A value of the wrong type. */
export const refuse = (payload: Payload, schema: Named, expected: string, more?: object) =>
  raise(payload, schema, { code: 'invalid_type', expected, ...more });

/** What a change or a look at the whole is given; what a look finds lets later checks run. */
export function contextOf(payload: Payload, goesOn?: boolean): Payload {
  payload.addIssue = (issue) => {
    payload.issues.push({
      code: 'custom',
      input: payload.value,
      ...(goesOn === true && { continue: true }),
      ...(typeof issue === 'string' ? { message: issue } : issue),
    });
  };
  return payload;
}
