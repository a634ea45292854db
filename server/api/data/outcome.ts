/** What the database said: rows under the filters (null unless asked), rows in the body, the body's text. */
export interface Outcome {
  readonly total: number | null;
  readonly returned: number;
  readonly body: string | null;
}
