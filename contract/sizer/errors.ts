/**
 * Error codes of the sizer, HTTP status and meaning. Codes and meanings: sizer API, "Errors"; statuses: product decisions,
 * section 5. The body is the control plane's error body.
 */
export const SIZER_ERROR_CODES = {
  SIZER_NOT_CONFIGURED: { status: 503, meaning: 'The sizer is not enabled for the workspace' },
  SIZER_UPSTREAM_UNAVAILABLE: {
    status: 503,
    meaning: 'The sizer could not answer now; Retry-After says when to ask again',
  },
  MISSING_SIZING_SIGNAL: { status: 400, meaning: 'Modality missing, or no sizing signal beside it' },
  TRAINING_REQUIRED: {
    status: 422,
    meaning: 'Neither data nor physics covers the target or the exact filters',
  },
  INSUFFICIENT_SCOPE: { status: 403, meaning: 'The caller may not use this capability of the sizer' },
  NO_VIABLE_RECOMMENDATION: { status: 422, meaning: 'Constraints too tight for any candidate' },
} as const satisfies Record<string, { status: number; meaning: string }>;
export type SizerErrorCode = keyof typeof SIZER_ERROR_CODES;
