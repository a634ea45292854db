import { plainText } from './answer-format.ts';
import type { ChatTurn } from './chat-turns.ts';
import { diffLines, patchState, undoPatch, type DiffLine, type PatchState } from './form-diff.ts';
import { ANSWER_OPTIONS, MORE_WORDS } from './form-words.ts';
import { moreOf } from './sizer-request.ts';
import type { Asked, MoreFeatures } from './sizer-search.ts';

/** What is asked beside the form: features that no field of it carries, and the kind of answer. */
type Rest = Readonly<Record<string, unknown>>;

const restOf = ({ more, ask }: { more: Rest; ask: Asked['ask'] }): Rest => ({ ask, ...more });
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What a turn changed of that. */
function changedRest(turn: ChatTurn) {
  const before = restOf({ more: turn.moreBefore, ask: turn.askBefore });
  const after = restOf(turn);
  const keys = Object.keys({ ...before, ...after }).filter((key) => !same(before[key], after[key]));
  return { keys, before, after };
}

/** What a turn changed, in words. */
export function turnLines(turn: ChatTurn): DiffLine[] {
  const { keys, before, after } = changedRest(turn);
  return [
    ...diffLines(turn.before, turn.patch),
    ...keys.map((key) => ({
      label: key === 'ask' ? 'Answer' : MORE_WORDS[key as keyof MoreFeatures],
      from: sayRest(key, before[key]),
      to: sayRest(key, after[key]),
    })),
  ];
}

const sayRest = (key: string, value: unknown): string =>
  (key === 'ask' ? ANSWER_OPTIONS.find((one) => one.value === value)?.label : undefined) ?? plainText(value);

/** Whether what a turn changed is asked still: read off what is asked, so that back, reload and typing tell the truth. */
export function turnState(asked: Asked, turn: ChatTurn): PatchState {
  const { keys, before, after } = changedRest(turn);
  const rest = restOf(asked);
  const holds = (values: Rest) => keys.every((key) => same(rest[key], values[key]));
  const ofForm = patchState(asked.form, turn.before, turn.patch);
  if (keys.length === 0) return ofForm;
  const ofRest = holds(after) ? 'held' : holds(before) ? 'undone' : 'partly';
  return ofForm === 'none' || ofForm === ofRest ? ofRest : 'partly';
}

/** What is asked once a turn's change is taken back, or (`again`) made again; what was changed since stays. */
export function withoutTurn(asked: Asked, turn: ChatTurn, again = false): Asked {
  const { keys, before, after } = changedRest(turn);
  const [from, to] = again ? [turn.before, turn.patch] : [turn.patch, turn.before];
  const [restFrom, restTo] = again ? [before, after] : [after, before];
  const rest = restOf(asked);
  const back = keys.filter((key) => same(rest[key], restFrom[key]));
  const { ask, ...more } = { ...rest, ...Object.fromEntries(back.map((key) => [key, restTo[key]])) };
  return {
    form: { ...asked.form, ...undoPatch(asked.form, to, from) },
    more: moreOf(more),
    ask: ask as Asked['ask'],
  };
}
