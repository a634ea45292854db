import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Remembers in this window the search part that the address of each page has, for the breadcrumb's way back up to it. */
export function useLeftAt(): void {
  const { history } = useRouter();
  useEffect(() => {
    const remember = ({ location: { pathname, search } }: Pick<typeof history, 'location'>) => {
      try {
        sessionStorage.setItem(`at ${pathname}`, search);
      } catch {
        // Full or forbidden: the way back leads to the page as it is at first.
      }
    };
    remember(history);
    return history.subscribe(remember);
  }, [history]);
}
