import { keyOf, readDrafts, type Draft, type Store } from './draft.ts';
import type { SubmitValues } from './submit-schema.ts';

/** The link a form was opened with, and that of the draft it began with: it takes the place of both. */
export type Origins = readonly string[];

export function writeDraft(store: Store, orgId: string, origins: Origins, values: SubmitValues): void {
  const [origin = ''] = origins;
  write(store, orgId, [{ origin, values }, ...others(store, orgId, origins)]);
}

/** Those of other links stay. */
export function dropDraft(store: Store, orgId: string, origins: Origins): void {
  write(store, orgId, others(store, orgId, origins));
}

const others = (store: Store, orgId: string, origins: Origins): Draft[] =>
  readDrafts(store, orgId).filter(({ origin }) => !origins.includes(origin));

function write(store: Store, orgId: string, drafts: readonly Draft[]): void {
  try {
    store.setItem(keyOf(orgId), JSON.stringify(drafts));
  } catch {
    // Storage is full or refused: the form works without a draft.
  }
}
