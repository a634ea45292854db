import { ApiError } from '#contract/errors.ts';

/** How much one request may ask for. All are counts or bytes; each refusal names its limit and the value met. */
export interface DataApiLimits {
  /** Characters of path and query. Node itself refuses a request head above 16 KiB. */
  readonly maxUrlLength: number;
  /** `[` and `{` in the query: a value may be read as JSON, and 7,000 levels overflow PGlite's stack (SQLSTATE 24000). */
  readonly maxUrlBrackets: number;
  /** Conditions, at all depths together. */
  readonly maxFilters: number;
  /** Items of one `in.(…)`. */
  readonly maxInItems: number;
  /** Depth of `and(…)`/`or(…)`. */
  readonly maxLogicDepth: number;
  /** Items of select, at all depths together. */
  readonly maxSelectItems: number;
  /** Embedded resources, at all depths together: each is one more join. */
  readonly maxEmbeds: number;
  /** Embedded resources within each other. */
  readonly maxEmbedDepth: number;
  readonly maxOrderTerms: number;
  /** Rows skipped: the database reads and drops them all. */
  readonly maxOffset: number;
  /** Bytes of an answer with embedded rows, which multiply: a thousand rows with a thousand each are a million. */
  readonly maxAnswerBytes: number;
  readonly maxBodyBytes: number;
  /** Depth of the body's arrays and objects: thousands overflow PGlite's stack (seen as SQLSTATE 24000). */
  readonly maxBodyDepth: number;
}

export const DEFAULT_LIMITS: DataApiLimits = {
  maxUrlLength: 15_000,
  maxUrlBrackets: 1_000,
  maxFilters: 50,
  maxInItems: 1_000,
  maxLogicDepth: 8,
  maxSelectItems: 200,
  maxEmbeds: 20,
  maxEmbedDepth: 5,
  maxOrderTerms: 16,
  maxOffset: 1_000_000,
  maxAnswerBytes: 16_777_216,
  maxBodyBytes: 1_048_576,
  maxBodyDepth: 100,
};

const WORDS: Record<keyof DataApiLimits, string> = {
  maxUrlLength: 'characters in the URL',
  maxUrlBrackets: 'opening brackets in the query',
  maxFilters: 'filters',
  maxInItems: 'items in one in.(…)',
  maxLogicDepth: 'levels of and(…)/or(…)',
  maxSelectItems: 'items in select',
  maxEmbeds: 'embedded resources',
  maxEmbedDepth: 'levels of embedded resources',
  maxOrderTerms: 'terms in order',
  maxOffset: 'rows of offset',
  maxAnswerBytes: 'bytes of answer with its embedded rows',
  maxBodyBytes: 'bytes of body',
  maxBodyDepth: 'levels of nesting in the body',
};

/** Throws `validation_failed` when `value` is above the limit. */
export function checkLimit(limits: DataApiLimits, limit: keyof DataApiLimits, value: number): void {
  const max = limits[limit];
  if (value <= max) return;
  throw new ApiError(
    'validation_failed',
    `The request has ${value} ${WORDS[limit]}; at most ${max} are allowed.`,
    { details: { limit, max, value } },
  );
}
