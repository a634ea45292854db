import type { SecretMasker } from './secret-masker.ts';

const LEVELS = { debug: 20, info: 30, warn: 40, error: 50 } as const;
export type LogLevel = keyof typeof LEVELS;
export type LogFields = Readonly<Record<string, unknown>>;

/** Writes one JSON line an event, in pino's shape, with every known secret masked. */
export class Logger {
  readonly #masker: SecretMasker;
  readonly #level: LogLevel;
  readonly #fields: LogFields;
  readonly #write: (line: string) => void;

  constructor(masker: SecretMasker, level: LogLevel, write: (line: string) => void, fields: LogFields = {}) {
    this.#masker = masker;
    this.#level = level;
    this.#write = write;
    this.#fields = fields;
  }

  /** A logger that adds `fields` to each of its lines. */
  child(fields: LogFields): Logger {
    return new Logger(this.#masker, this.#level, this.#write, { ...this.#fields, ...fields });
  }

  debug(msg: string, fields?: LogFields): void {
    this.#log('debug', msg, fields);
  }
  info(msg: string, fields?: LogFields): void {
    this.#log('info', msg, fields);
  }
  warn(msg: string, fields?: LogFields): void {
    this.#log('warn', msg, fields);
  }
  error(msg: string, fields?: LogFields): void {
    this.#log('error', msg, fields);
  }

  #log(level: LogLevel, msg: string, fields: LogFields = {}): void {
    if (LEVELS[level] < LEVELS[this.#level]) return;
    const entry = { level: LEVELS[level], time: Date.now(), name: 'worker', ...this.#fields, ...fields, msg };
    this.#write(`${this.#masker.mask(JSON.stringify(entry))}\n`);
  }
}

/** The text of whatever was thrown. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error && error.cause.message !== '' ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`;
}
