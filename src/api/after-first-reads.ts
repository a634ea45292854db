import type { QueryClient } from '@tanstack/react-query';

/** How often it is looked whether anything is being read. */
const LOOK_MS = 500;
/** Before this, a page may not have begun to read. */
const FIRST_LOOK_MS = 1000;

/**
 * Does something `ms` after what a page reads at first has come, so that it takes no part of the line from it; answers
 * how to call it off.
 */
export function afterFirstReads(
  client: Pick<QueryClient, 'isFetching'>,
  ms: number,
  then: () => void,
): () => void {
  const look = () => {
    timer = client.isFetching() > 0 ? setTimeout(look, LOOK_MS) : setTimeout(then, ms);
  };
  let timer = setTimeout(look, FIRST_LOOK_MS);
  return () => clearTimeout(timer);
}
