import type { ServerPresence } from '#contract/views/v-server-presence.ts';

/** A stretch of time, Unix ms. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface Presence {
  readonly heard: readonly Stretch[];
  /** Silences, the latest last. */
  readonly away: readonly Stretch[];
  /** Since when there is a history in the window; null where there is none. */
  readonly knownFrom: number | null;
  readonly awayMs: number;
}

type Row = Pick<ServerPresence, 'first_heard_at' | 'last_heard_at'>;

/**
 * When a server was heard within a window and when it was away. Stretches may overlap, as two workers can register at
 * once. After the last one the server is away only if it `isAway` now: else its next heartbeat is not due yet.
 */
export function presenceOf(rows: readonly Row[], window: Stretch, isAway: boolean): Presence {
  const all: { from: number; to: number }[] = [];
  for (const { from, to } of rows
    .map((row) => ({ from: Date.parse(row.first_heard_at), to: Date.parse(row.last_heard_at) }))
    .sort((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  const last = all.at(-1);
  if (last !== undefined && !isAway) last.to = Math.max(last.to, window.to);
  const between = all.map(({ to }, index) => ({ from: to, to: all[index + 1]?.from ?? window.to }));
  const inWindow = (stretches: readonly Stretch[]) =>
    stretches
      .map(({ from, to }) => ({ from: Math.max(from, window.from), to: Math.min(to, window.to) }))
      .filter(({ from, to }) => to > from);
  const away = inWindow(between);
  const first = all[0];
  return {
    heard: inWindow(all),
    away,
    knownFrom: first === undefined ? null : Math.max(first.from, window.from),
    awayMs: away.reduce((sum, { from, to }) => sum + to - from, 0),
  };
}
