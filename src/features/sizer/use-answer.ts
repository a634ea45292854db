import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { SolveRequest } from '#contract/sizer/solve-request.ts';
import { solveKey, solveQuery } from './sizer-queries.ts';
import { requestOf } from './sizer-request.ts';
import type { Asked } from './sizer-search.ts';

/** The form rests this long before it is sized: typing a number asks once. */
const REST_MS = 600;

/**
 * The request of the form and its answer, which follows it: at once where it is known already (the chat brought it,
 * back and forth), else when the form rests or `flush` is called. The last answer stays in view meanwhile.
 */
export function useAnswer(asked: Asked, orgId: string) {
  const client = useQueryClient();
  const wanted = JSON.stringify(requestOf(asked, orgId));
  const [settled, setSettled] = useState(wanted);
  const isKnown = client.getQueryData(solveKey(parse(wanted))) !== undefined;
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), isKnown ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [wanted, isKnown]);
  const text = isKnown ? wanted : settled;
  const request = useMemo(() => parse(text), [text]);
  const answer = useQuery({ ...solveQuery(request), placeholderData: keepPreviousData });
  return {
    request,
    /** What the form asks for now; the answer may still be of what it asked before. */
    wanted: useMemo(() => parse(wanted), [wanted]),
    answer,
    isBehind: text !== wanted || answer.isPlaceholderData,
    flush: () => {
      if (text === wanted) void answer.refetch();
      else setSettled(wanted);
    },
  };
}

function parse(text: string): SolveRequest | null {
  return JSON.parse(text) as SolveRequest | null;
}
