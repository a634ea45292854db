import { z } from 'zod';
import { agentStepSchema, type SizerAgentMessage } from '#contract/sizer/agent.ts';
import { formPatchSchema, type SizerFormState } from '#contract/sizer/form-state.ts';
import { patchState, undoPatch } from './form-diff.ts';
import type { Asked, MoreFeatures } from './sizer-search.ts';

const moreSchema = z.record(z.string(), z.unknown());

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

/** What the agent is told was said before: not what a person has undone, which must not come back. */
export function historyOf(turns: readonly ChatTurn[], form: SizerFormState): SizerAgentMessage[] {
  return turns
    .filter((turn) => patchState(form, turn.before, turn.patch) !== 'undone')
    .flatMap((turn): SizerAgentMessage[] => [
      { role: 'user', content: turn.message },
      { role: 'assistant', content: turn.answer },
    ]);
}

const same = (one: MoreFeatures, other: MoreFeatures) => JSON.stringify(one) === JSON.stringify(other);

/** What is asked once a turn's change is taken back, or (`again`) made again. */
export function withoutTurn(asked: Asked, turn: ChatTurn, again = false): Asked {
  const [from, to] = again ? [turn.before, turn.patch] : [turn.patch, turn.before];
  const [moreFrom, moreTo] = again ? [turn.moreBefore, turn.more] : [turn.more, turn.moreBefore];
  return {
    ...asked,
    form: { ...asked.form, ...undoPatch(asked.form, to, from) },
    more: same(asked.more, moreFrom) ? moreTo : asked.more,
  };
}
