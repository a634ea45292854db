import { JOB_TOOLS } from '#contract/jobs.ts';
import type { SubmitValues } from './submit-schema.ts';
import { EMPTY_VALUES } from './submit-values.ts';

export type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** What was typed and not sent; `origin` names the link the form was opened with. */
export interface Draft {
  readonly origin: string;
  readonly values: SubmitValues;
}

export const keyOf = (orgId: string) => `yardstick.submit-draft.${orgId}`;

/**
 * What was typed and not sent, in this tab and workspace. It comes back on a reload of its link and, the newest of all
 * of them, from the navigation; it never covers what another link asks for.
 */
export const readDraft = (store: Store, orgId: string, origin: string): Draft | undefined =>
  readDrafts(store, orgId).find((draft) => origin === '' || draft.origin === origin);

/** The newest first. */
export function readDrafts(store: Store, orgId: string): Draft[] {
  try {
    const drafts = JSON.parse(store.getItem(keyOf(orgId)) ?? '[]') as unknown[];
    return drafts.filter(
      (draft): draft is Draft =>
        isLike(draft, { origin: '', values: EMPTY_VALUES }) && JOB_TOOLS.includes(draft.values.p_tool),
    );
  } catch {
    return [];
  }
}

/** Fields and what they hold only: whether that is valid is the form's question, not the draft's. */
function isLike<Shape>(value: unknown, shape: Shape): value is Shape {
  if (typeof shape !== 'object' || shape === null) return typeof value === typeof shape;
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(shape).every(([key, one]) => isLike((value as Record<string, unknown>)[key], one))
  );
}
