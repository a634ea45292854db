/** Notes taken while a request is read, in order: what to beware of, and what was taken for what was not given. */
export interface Notes {
  readonly warnings: string[];
  readonly assumptions: string[];
}
