import type { AiModelFact } from '#catalog/ai-model-schema.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A fact that the file does not give: why, and what to ask a person. */
export interface MissingFact {
  readonly field: keyof AiModelFact;
  readonly why: string;
  readonly question: string;
}

/** Reads one config object and keeps account of what was missing and what was worth a note. */
export interface ConfigReader {
  /** Grows by the defaults of the model's class. */
  config: JsonObject;
  readonly missing: MissingFact[];
  readonly notes: string[];
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** No model comes near this: a larger number is a slip of the keyboard. */
const LARGEST_DIMENSION = 20_000_000;

/** The first of `keys` that holds a whole number of at least `least`; undefined when none is there. A wrong value counts as missing and is noted. */
export function wholeNumber(reader: ConfigReader, keys: readonly string[], least = 1): number | undefined {
  for (const key of keys) {
    const value = reader.config[key];
    if (value === undefined || value === null) continue;
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= LARGEST_DIMENSION)
      return value;
    reader.notes.push(`"${key}" is ${JSON.stringify(value)}, not a whole number from ${least} up: not used.`);
  }
  return undefined;
}

/** As `wholeNumber`, and when none is there the fact is put on the list of missing ones. */
export function requiredNumber(
  reader: ConfigReader,
  field: keyof AiModelFact,
  keys: readonly string[],
  question: string,
): number | undefined {
  const value = wholeNumber(reader, keys);
  if (value === undefined) {
    reader.missing.push({
      field,
      why: `The file has no usable ${keys.map((key) => `"${key}"`).join(' or ')}.`,
      question,
    });
  }
  return value;
}

export function flag(reader: ConfigReader, key: string): boolean | undefined {
  const value = reader.config[key];
  return typeof value === 'boolean' ? value : undefined;
}

export function text(reader: ConfigReader, key: string): string | undefined {
  const value = reader.config[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** As `Array.isArray`, without the `any`. */
export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** An array of the file whose length must be the number of layers; another length is noted and not used. */
export function perLayer(reader: ConfigReader, key: string, layers: number): readonly unknown[] | undefined {
  const value: unknown = reader.config[key];
  if (!isArray(value)) return undefined;
  if (value.length !== layers) {
    reader.notes.push(`"${key}" has ${value.length} entries for ${layers} layers: not used.`);
    return undefined;
  }
  return value;
}

/** The fact under its name, or nothing when it is not known: for spreading. */
export function defined<Key extends keyof AiModelFact>(
  key: Key,
  value: AiModelFact[Key] | undefined,
): Partial<AiModelFact> {
  return value === undefined ? {} : { [key]: value };
}

/** `architectures[0]`; undefined when the file names none. */
export function architectureName(reader: ConfigReader): string | undefined {
  const names = reader.config['architectures'];
  return Array.isArray(names) && typeof names[0] === 'string' ? names[0] : undefined;
}
