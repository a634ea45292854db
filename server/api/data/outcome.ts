/** What the database said: rows under the filters (null unless asked), rows in the body, the body's text. */
export interface Outcome {
  readonly total: number | null;
  readonly returned: number;
  readonly body: string | null;
  /** Rows that an upsert added rather than changed; null where nobody counted. */
  readonly inserted?: number | null;
  /** Names and texts of the key of the one row that was added. */
  readonly location?: Readonly<Record<string, string>> | null;
  /** What functions and triggers want the answer to have. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number | null;
}
