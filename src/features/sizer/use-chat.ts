import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { compactFeatures } from '#contract/sizer/form-mapping.ts';
import type { SolveRequest } from '#contract/sizer/solve-request.ts';
import type { SolveResponse } from '#contract/sizer/solve-response.ts';
import type { AskedChange } from './chat-merge.ts';
import { historyOf, readTurns, withoutTurn, writeTurns, type ChatTurn } from './chat-turns.ts';
import { valuesBefore } from './form-diff.ts';
import { askAgent, solveKey } from './sizer-queries.ts';
import { moreOf, requestOf } from './sizer-request.ts';
import type { Asked } from './sizer-search.ts';

interface ChatContext {
  orgId: string;
  asked: Asked;
  /** What stands on the page: the agent speaks of it. */
  request: SolveRequest | null;
  response: SolveResponse | undefined;
  onAsked: (change: AskedChange) => void;
}

/**
 * The conversation of this tab; every turn changes the form that the address holds, as it stands when the answer comes.
 */
export function useChat({ orgId, asked, request, response, onAsked }: ChatContext) {
  const client = useQueryClient();
  const [turns, setTurns] = useState(() => readTurns(sessionStorage, orgId));
  const [waiting, setWaiting] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ message: string; error: unknown } | null>(null);
  const latest = useRef({ asked, turns, onAsked });
  useLayoutEffect(() => {
    latest.current = { asked, turns, onAsked };
  });
  const keep = (next: ChatTurn[]) => {
    setTurns(next);
    writeTurns(sessionStorage, orgId, next);
  };
  /** Whether it was answered. */
  const send = async (message: string): Promise<boolean> => {
    setWaiting(message);
    setFailure(null);
    try {
      const asking = askAgent({
        message,
        history: historyOf(turns, asked.form),
        form: asked.form,
        previous_request: request,
        previous_response: response ?? null,
        org_id: orgId,
      });
      // Fetched meanwhile.
      const [answer, { mergeTurn }] = await Promise.all([asking, import('./chat-merge.ts')]);
      const now = latest.current.asked;
      const { change, left } = mergeTurn(asked, now, {
        form: answer.form_patch,
        more: answer.request === null ? asked.more : moreOf(answer.request.features),
        ask: answer.request?.solve_for ?? asked.ask,
      });
      const own = requestOf({ ...change, form: { ...now.form, ...change.form } }, orgId);
      if (answer.response !== null && own !== null && sameFeatures(own, answer.request))
        client.setQueryData(solveKey(own), answer.response);
      keep([
        ...latest.current.turns,
        {
          id: crypto.randomUUID(),
          message,
          status: answer.status,
          answer: answer.assistant_message,
          steps: answer.steps,
          assumptions: answer.assumptions,
          errorCode: answer.error_code,
          patch: change.form,
          before: valuesBefore(now.form, change.form),
          more: change.more,
          moreBefore: now.more,
          left,
        },
      ]);
      latest.current.onAsked(change);
      return true;
    } catch (error) {
      setFailure({ message, error });
      return false;
    } finally {
      setWaiting(null);
    }
  };
  return {
    turns,
    waiting,
    failure,
    send,
    undo: (turn: ChatTurn) => onAsked(withoutTurn(asked, turn)),
    accept: (turn: ChatTurn) => onAsked(withoutTurn(asked, turn, true)),
    forget: () => {
      keep([]);
      setFailure(null);
    },
  };
}

/** Whether the form asks for what the agent asked: only then is its answer the form's. */
function sameFeatures(own: SolveRequest, agents: SolveRequest | null): boolean {
  if (agents === null || own.solve_for !== agents.solve_for) return false;
  const plain = (request: SolveRequest) =>
    JSON.stringify(
      Object.entries(compactFeatures(request.features)).sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  return own.fit.modality_code === agents.fit.modality_code && plain(own) === plain(agents);
}
