import { z } from 'zod';
import { ApiError, anyErrorCodeSchema, type AnyErrorCode } from '#contract/errors.ts';
import { SIZER_ERROR_CODES, type SizerErrorCode } from '#contract/sizer/errors.ts';
import type { ServiceContext, TrainingPoint } from '#contract/sizer/service.ts';
import type { LanguageModel } from './agent/llm/language-model.ts';
import { SizerError } from './sizer-error.ts';

/** What a solving thread is started with. */
export interface ThreadData {
  readonly artifactFile: string;
  readonly dataFolder: string;
  readonly languageModel: LanguageModelSettings | null;
  /** How much of one processor the rehearsal takes at most, %. */
  readonly rehearsalPercent: number;
}

/** The endpoint whose model reads messages, as it may travel to a thread. */
export type LanguageModelSettings = Pick<LanguageModel, 'url' | 'key' | 'model'>;

/** One question, with what its workspace brings. */
export interface Question {
  readonly context: ServiceContext;
  readonly request: unknown;
  /** When the workspace was trained last; null: never. */
  readonly trainedAt: string | null;
}

export type ThreadWork =
  | { readonly kind: 'solve' | 'agent'; readonly question: Question }
  | { readonly kind: 'train'; readonly context: ServiceContext; readonly points: readonly TrainingPoint[] };

/** Errors lose their class between threads, so they travel as their parts. */
export interface SentError {
  readonly code: AnyErrorCode;
  readonly message: string;
  readonly details: Record<string, unknown> | null;
  readonly hint: string | null;
  readonly status: number;
}

export type ThreadAnswer =
  /** JSON: text is handed to another thread at no cost, an object of this size is copied node by node. */
  | { readonly id: number; readonly text: string }
  /** An outcome of the question that is an error. */
  | { readonly id: number; readonly outcome: SentError }
  /** A fault of the program. */
  | { readonly id: number; readonly fault: string }
  /** To no question: it answers at its full speed from now on. */
  | { readonly rehearsed: true };

/** The parts of an outcome that is an error; null for any other error, which is a fault. */
export function sentErrorOf(error: unknown): SentError | null {
  if (error instanceof z.ZodError) {
    const fields = Object.fromEntries(
      error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message]),
    );
    return sentErrorOf(
      new ApiError('validation_failed', 'Some values are missing or not allowed.', { details: { fields } }),
    );
  }
  if (!(error instanceof SizerError) && !(error instanceof ApiError)) return null;
  const { code, message, details, hint, status } = error;
  return { code: anyErrorCodeSchema.parse(code), message, details, hint, status };
}

/** The error that was sent. */
export function receivedError({ code, message, details, hint, status }: SentError): SizerError | ApiError {
  return Object.hasOwn(SIZER_ERROR_CODES, code)
    ? new SizerError(code as SizerErrorCode, message, { details, hint })
    : new ApiError(code, message, { details, hint, status });
}
