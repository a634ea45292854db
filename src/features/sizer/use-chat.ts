import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import type { SolveRequest } from '#contract/sizer/solve-request.ts';
import type { SolveResponse } from '#contract/sizer/solve-response.ts';
import type { AskedChange } from './chat-merge.ts';
import { readTurns, writeTurns, type ChatTurn } from './chat-turns.ts';
import { askAgent, solveKey } from './sizer-queries.ts';
import { requestOf } from './sizer-request.ts';
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
      const { answeredTurn, emptyRequest, historyOf, sameFeatures } = await import('./chat-merge.ts');
      const answer = await askAgent({
        message,
        history: historyOf(turns, asked),
        form: asked.form,
        previous_request: request ?? emptyRequest(asked, orgId),
        previous_response: response ?? null,
        org_id: orgId,
      });
      const now = latest.current.asked;
      const { turn, change } = answeredTurn(message, answer, asked, now);
      const own = requestOf({ ...change, form: { ...now.form, ...change.form } }, orgId);
      if (answer.response !== null && own !== null && sameFeatures(own, answer.request))
        client.setQueryData(solveKey(own), answer.response);
      keep([...latest.current.turns, turn]);
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
    forget: () => {
      keep([]);
      setFailure(null);
    },
  };
}
