import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { SavedView } from '#contract/views/v-saved-views.ts';
import { openedKey } from './opened-key.ts';
import { viewText } from './search-state.ts';

/** The view that was opened last on a page, as it was then. */
export interface OpenedView {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** The same with the steps of the window's history that were reached from it by changing what the page shows. */
export interface KeptView extends OpenedView {
  readonly steps: readonly string[];
}

/** A step of the window's history: its key, its page, and what of its address a view keeps. */
export interface Step {
  readonly key: string;
  readonly page: string;
  readonly text: string;
}

const MOST_STEPS = 200;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a step shows the view, or was reached from it. */
export const isOfView = (view: KeptView, { key, text }: Omit<Step, 'page'>): boolean =>
  view.text === text || view.steps.includes(key);

/** The view after a new step of the history: one on the page that was reached from it belongs to it too. */
export function withStep(view: KeptView, from: Step, to: Step): KeptView {
  if (from.page !== to.page || !isOfView(view, from) || isOfView(view, to)) return view;
  return { ...view, steps: [...view.steps, to.key].slice(-MOST_STEPS) };
}

/** The view that a page shows, the opened one first; else the opened one, from which it differs. */
export function currentView(
  views: readonly SavedView[],
  opened: OpenedView | null,
  text: string,
): SavedView | undefined {
  const isOpened = (view: SavedView) => view.saved_view_id === opened?.id;
  const same = text === '' ? [] : views.filter((view) => viewText(view.search_text) === text);
  return same.find(isOpened) ?? same[0] ?? views.find(isOpened);
}

/** Whoever leads to a view says so first, so that the page knows its name. */
export function rememberOpened(orgId: string, view: SavedView): void {
  keepOpened(openedKey(orgId, view.view_key), {
    id: view.saved_view_id,
    name: view.view_name,
    text: viewText(view.search_text),
  });
}

/**
 * The view that this window opened last on a page, or null where the page shows something else, such as the usual one. It
 * is kept for the window alone: the address holds the state, and this only remembers the name that the state began with.
 */
export function useOpenedView(
  orgId: string,
  viewKey: string,
): readonly [OpenedView | null, (view: OpenedView | null) => void] {
  const name = openedKey(orgId, viewKey);
  const kept = readKept(useSyncExternalStore(subscribe, () => sessionStorage.getItem(name)));
  const text = viewText(useLocation({ select: ({ searchStr }) => searchStr }));
  const key = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  const { history } = useRouter();
  useEffect(() => {
    const here = ({ pathname, search, state }: typeof history.location): Step => ({
      key: state.__TSR_key ?? '',
      page: pathname,
      text: viewText(search),
    });
    let from = here(history.location);
    return history.subscribe(({ location, action: { type } }) => {
      const to = here(location);
      const view = readKept(sessionStorage.getItem(name));
      if (view !== null && (type === 'PUSH' || type === 'REPLACE')) write(name, withStep(view, from, to));
      from = to;
    });
  }, [history, name]);
  const set = useCallback((view: OpenedView | null) => keepOpened(name, view), [name]);
  return [kept !== null && isOfView(kept, { key, text }) ? kept : null, set];
}

function keepOpened(name: string, view: OpenedView | null): void {
  const before = readKept(sessionStorage.getItem(name));
  write(name, view && { ...view, steps: before?.id === view.id ? before.steps : [] });
}

function write(name: string, view: KeptView | null): void {
  if (view === null) sessionStorage.removeItem(name);
  else sessionStorage.setItem(name, JSON.stringify(view));
  for (const listener of listeners) listener();
}

function readKept(text: string | null): KeptView | null {
  try {
    const { id, name, text: state, steps } = JSON.parse(text ?? '') as Record<string, unknown>;
    return {
      id: String(id),
      name: String(name),
      text: String(state),
      steps: [steps ?? []].flat().map(String),
    };
  } catch {
    return null;
  }
}
