import { z } from 'zod';
import { agentStepSchema } from '#contract/sizer/agent.ts';
import { formPatchSchema } from '#contract/sizer/form-state.ts';

const moreSchema = z.record(z.string(), z.unknown());
/** Missing in what an earlier version kept, whose turns are read as leaving it. */
const askSchema = z.enum(['sizing_plan', 'model_fit']).default('sizing_plan');

const turnSchema = z.object({
  id: z.string(),
  message: z.string(),
  status: z.enum(['needs_clarification', 'solved', 'failed']),
  answer: z.string(),
  steps: z.array(agentStepSchema),
  assumptions: z.array(z.string()),
  errorCode: z.string().nullable(),
  /** What the turn changed in the form, and what stood there. */
  patch: formPatchSchema,
  before: formPatchSchema,
  more: moreSchema,
  moreBefore: moreSchema,
  ask: askSchema,
  askBefore: askSchema,
  /** What the turn left as a person set it meanwhile, in words. */
  left: z.array(z.string()).default([]),
});
export type ChatTurn = z.infer<typeof turnSchema>;

/** The page keeps this many turns; older ones are forgotten, the form holds what they came to. */
const KEPT = 60;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
const keyOf = (orgId: string) => `yardstick.sizer-chat.${orgId}`;

/** The conversation of this tab and workspace. */
export function readTurns(store: Store, orgId: string): ChatTurn[] {
  try {
    return turnSchema.array().parse(JSON.parse(store.getItem(keyOf(orgId)) ?? '[]'));
  } catch {
    return [];
  }
}

export function writeTurns(store: Store, orgId: string, turns: readonly ChatTurn[]): void {
  try {
    if (turns.length === 0) store.removeItem(keyOf(orgId));
    else store.setItem(keyOf(orgId), JSON.stringify(turns.slice(-KEPT)));
  } catch {
    // Storage is full or refused: the conversation lasts as long as the page.
  }
}
