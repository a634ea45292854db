import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { compactFeatures } from '#contract/sizer/form-mapping.ts';
import type { SolveRequest } from '#contract/sizer/solve-request.ts';
import type { SolveResponse } from '#contract/sizer/solve-response.ts';
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
  onAsked: (asked: Asked) => void;
}

/** The conversation of this tab; every turn changes the form that the address holds. */
export function useChat({ orgId, asked, request, response, onAsked }: ChatContext) {
  const client = useQueryClient();
  const [turns, setTurns] = useState(() => readTurns(sessionStorage, orgId));
  const [waiting, setWaiting] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ message: string; error: unknown } | null>(null);
  const keep = (next: ChatTurn[]) => {
    setTurns(next);
    writeTurns(sessionStorage, orgId, next);
  };
  const send = async (message: string) => {
    setWaiting(message);
    setFailure(null);
    try {
      const answer = await askAgent({
        message,
        history: historyOf(turns, asked.form),
        form: asked.form,
        previous_request: request,
        previous_response: response ?? null,
        org_id: orgId,
      });
      const more = answer.request === null ? asked.more : moreOf(answer.request.features);
      const next: Asked = {
        form: { ...asked.form, ...answer.form_patch },
        more,
        ask: answer.request?.solve_for ?? asked.ask,
      };
      const own = requestOf(next, orgId);
      if (answer.response !== null && own !== null && sameFeatures(own, answer.request))
        client.setQueryData(solveKey(own), answer.response);
      keep([
        ...turns,
        {
          id: crypto.randomUUID(),
          message,
          status: answer.status,
          answer: answer.assistant_message,
          steps: answer.steps,
          assumptions: answer.assumptions,
          errorCode: answer.error_code,
          patch: answer.form_patch,
          before: valuesBefore(asked.form, answer.form_patch),
          more,
          moreBefore: asked.more,
        },
      ]);
      onAsked(next);
    } catch (error) {
      setFailure({ message, error });
    } finally {
      setWaiting(null);
    }
  };
  return {
    turns,
    waiting,
    error: failure?.error ?? null,
    send: (message: string) => void send(message),
    retry: () => {
      if (failure !== null) void send(failure.message);
    },
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
