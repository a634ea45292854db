import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { mergeSearch, type SearchDefinition, type Shape, type ViewState } from './search.ts';

export type SetView<State> = (change: Partial<State>, options?: { push?: boolean }) => void;

/**
 * The view state of the page and how to change it. A change replaces the address (filters, sort, zoom); pass
 * `push` for what the back button should undo (an opened drawer, a tab). Parameters of other owners are kept.
 */
export function useViewSearch<S extends Shape>(
  definition: SearchDefinition<S>,
): readonly [ViewState<S>, SetView<ViewState<S>>] {
  const raw: Record<string, unknown> = useSearch({ strict: false, structuralSharing: false });
  const navigate = useNavigate();
  const router = useRouter();
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const state = useMemo(() => definition.read(raw), [definition, raw]);
  const set = useCallback<SetView<ViewState<S>>>(
    (change, options) => {
      // Comes late, such as typing that rested: the person is on the way to another page, whose address this is not.
      if (!isWithin(router.latestLocation.pathname, path)) return;
      void navigate({
        to: '.',
        replace: options?.push !== true,
        resetScroll: false,
        search: ((before: Record<string, unknown>) => mergeSearch(definition, before, change)) as never,
      });
      // Else the history makes one step of this and a link that the same press follows, and the way back lacks it.
      router.history.flush();
    },
    [definition, navigate, router, path],
  );
  return [state, set];
}

/** Whether an address is that of a page or of one below it. */
export function isWithin(pathname: string, page: string): boolean {
  const whole = page.endsWith('/') ? page.slice(0, -1) : page;
  return pathname === whole || pathname.startsWith(`${whole}/`);
}
