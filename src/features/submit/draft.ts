import { JOB_TOOLS } from '#contract/jobs.ts';
import type { SubmitValues } from './submit-schema.ts';
import { EMPTY_VALUES } from './submit-values.ts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (orgId: string) => `yardstick.submit-draft.${orgId}`;

/**
 * What was typed and not sent, in this tab and workspace. `origin` names the link the form was opened with: a draft
 * comes back on a reload and from the navigation, and never covers what another link asks for.
 */
export function readDraft(store: Store, orgId: string, origin: string): SubmitValues | null {
  try {
    const draft: unknown = JSON.parse(store.getItem(keyOf(orgId)) ?? 'null');
    if (!isLike(draft, { origin: '', values: EMPTY_VALUES })) return null;
    const isOurs = origin === '' || draft.origin === origin;
    return isOurs && JOB_TOOLS.includes(draft.values.p_tool) ? draft.values : null;
  } catch {
    return null;
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

export function writeDraft(store: Store, orgId: string, origin: string, values: SubmitValues): void {
  try {
    store.setItem(keyOf(orgId), JSON.stringify({ origin, values }));
  } catch {
    // Storage is full or refused: the form works without a draft.
  }
}

export function dropDraft(store: Store, orgId: string): void {
  try {
    store.removeItem(keyOf(orgId));
  } catch {
    // As above.
  }
}
