const MASK = '[secret]';

/** Tokens that are recognised by their shape, whoever printed them. */
const SHAPES =
  /\b(?:ys[rwlk]_[A-Za-z0-9_-]{6,}|hf_[A-Za-z0-9]{16,}|sk-[A-Za-z0-9_-]{16,})|(?<=\bBearer )[A-Za-z0-9._~+/-]{8,}=*/g;

/** Name and password before the host of an address; up to the last `@` before the path. */
const USER_INFO = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#"'<>\\]{1,1024}@/gi;

/** Variables of the agent whose values are secrets; more narrow than SECRET_NAME, which also fits SSH_AUTH_SOCK. */
const SECRET_VARIABLE = /(?:TOKEN|KEY|SECRET|PASSWORD|PASSWD)$/i;
/** Shorter values of such variables are switches (`off`, `none`) more often than secrets. */
const SHORTEST_SECRET = 8;

const SECRET_NAME = /(?:^|[_.-])(?:key|apikey|token|secret|password|passwd|credentials?|auth)(?:$|[_.-])/i;

/** True for names of variables and flags whose value must not be shown: `HF_TOKEN`, `--api-key`. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name.replace(/^-+/, ''));
}

/** Replaces known secrets in text that leaves this machine. Values under 6 characters are not masked: they would tear up ordinary words. */
export class SecretMasker {
  readonly #values = new Set<string>();
  #pattern: RegExp | null = null;

  /** Adds a secret and the forms in which programs print it (JSON- and URL-escaped). */
  add(value: string | null | undefined): void {
    if (value === null || value === undefined || value.length < 6) return;
    for (const form of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)])
      this.#values.add(form);
    const escaped = [...this.#values]
      .sort((a, b) => b.length - a.length)
      .map((v) => v.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    this.#pattern = new RegExp(escaped.join('|'), 'g');
  }

  get values(): string[] {
    return [...this.#values];
  }

  /** Length of the longest known secret in characters; 0 when there is none. */
  get longest(): number {
    return Math.max(0, ...[...this.#values].map((value) => value.length));
  }

  mask(text: string): string {
    const known = this.#pattern === null ? text : text.replace(this.#pattern, MASK);
    return known.replace(SHAPES, MASK).replace(USER_INFO, `$1${MASK}@`);
  }
}

/** Values of an environment that must not leave this machine: tokens of model hubs above all. */
export function secretsOfEnv(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    SECRET_VARIABLE.test(name) && (value?.length ?? 0) >= SHORTEST_SECRET ? [value ?? ''] : [],
  );
}

/** A copy of a JSON value with every text in it masked. */
export function maskDeep(value: unknown, masker: SecretMasker): unknown {
  if (typeof value === 'string') return masker.mask(value);
  if (Array.isArray(value)) return value.map((item) => maskDeep(item, masker));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskDeep(item, masker)]));
}

/** A command line fit to be stored: values of secret flags and known secrets masked. */
export function maskArgv(argv: readonly string[], masker: SecretMasker): string[] {
  return argv.map((part, i) => {
    const [flag, value] = part.split('=', 2);
    if (flag !== undefined && value !== undefined && flag.startsWith('-') && isSecretName(flag))
      return `${flag}=${MASK}`;
    const before = argv[i - 1];
    if (
      before?.startsWith('-') === true &&
      !before.includes('=') &&
      isSecretName(before) &&
      !part.startsWith('-')
    )
      return MASK;
    return masker.mask(part);
  });
}

/** Variables fit to be stored: values of secret names and known secrets masked. */
export function maskEnv(env: Readonly<Record<string, string>>, masker: SecretMasker): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, isSecretName(name) ? MASK : masker.mask(value)]),
  );
}
