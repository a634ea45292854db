import type { StepResult } from '../row-values.ts';
import type { Step } from '../session.ts';

/** What the thread is opened with. */
export interface ThreadData {
  /** Folder of the database's files; null for a database in memory. */
  readonly dataDir: string | null;
  /** A dump (tar or tar.gz) that fills an empty database; null to make a new one. */
  readonly loadFrom: string | null;
  /** PGlite's compiled WebAssembly module; compiled by the thread unless given. */
  readonly compiled?: object;
}

export type ThreadCall =
  | { readonly kind: 'run'; readonly steps: readonly Step[] }
  | { readonly kind: 'script'; readonly sql: string }
  | { readonly kind: 'forget' }
  | { readonly kind: 'dump'; readonly file: string; readonly compress: boolean }
  | { readonly kind: 'close' };

export interface ThreadRequest {
  readonly id: number;
  readonly call: ThreadCall;
}

/** The fields of a DatabaseError, which does not survive the copy between threads itself. */
export interface ThreadError {
  readonly message: string;
  readonly sqlstate: string;
  readonly detail: string | null;
  readonly hint: string | null;
  readonly constraint: string | null;
  readonly position: number | null;
}

export type ThreadMessage =
  | { readonly kind: 'ready'; readonly serverVersion: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'notified'; readonly channel: string; readonly payload: string }
  | { readonly kind: 'done'; readonly id: number; readonly results: StepResult[] }
  | { readonly kind: 'refused'; readonly id: number; readonly error: ThreadError };
