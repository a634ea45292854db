/** Who asks: a role of the database from our own records (never from the request) and the claims for its policies. */
export interface DataIdentity {
  readonly role: string;
  readonly claims: Readonly<Record<string, unknown>>;
}
