import { clsx } from 'clsx';
import { useLayoutEffect, useRef } from 'react';
import { useVirtualRows } from '#src/components/table/use-virtual-rows.ts';
import { cutAtMatches, isErrorLine } from './log-lines.ts';
import type { LogState } from './log-reader.ts';

const LINE_PX = 18;
const EDGE_PX = 6;
/** Pixels from an edge at which more is read. */
const NEAR_PX = 400;
/** A line longer than this is cut on the screen; the file has all of it. */
const MOST_SHOWN = 4000;

interface LogViewProps {
  /** The region that scrolls, once it is there. */
  scroller: HTMLDivElement | null;
  onScroller: (scroller: HTMLDivElement | null) => void;
  label: string;
  log: LogState;
  find: string;
  target: { line: number; jump: number } | null;
  isFollowing: boolean;
  onLeaveEnd: () => void;
  onEarlier: () => void;
  onLater: () => void;
}

/** The lines in view of a log of any length: reads more at the edges, keeps its place when lines come in front. */
export function LogView({
  scroller,
  onScroller,
  label,
  log,
  find,
  target,
  isFollowing,
  onLeaveEnd,
  onEarlier,
  onLater,
}: LogViewProps) {
  const { lines } = log.text;
  const virtualizer = useVirtualRows({
    count: lines.length,
    scroller,
    rowPx: LINE_PX,
    overscan: 20,
    paddingPx: EDGE_PX,
  });

  const origin = useRef(log.origin);
  useLayoutEffect(() => {
    const moved = origin.current - log.origin;
    origin.current = log.origin;
    if (moved !== 0) scroller?.scrollBy({ top: moved * LINE_PX });
  }, [log.origin, lines, scroller]);
  useLayoutEffect(() => {
    if (isFollowing) scroller?.scrollTo({ top: scroller.scrollHeight });
  }, [isFollowing, lines, scroller]);
  const jumped = useRef(0);
  useLayoutEffect(() => {
    if (scroller === null || target?.jump === jumped.current) return;
    jumped.current = target?.jump ?? 0;
    if (target === null) return;
    virtualizer.scrollToIndex(target.line - log.origin, { align: 'center' });
  }, [target, log.origin, scroller, virtualizer]);

  const onScroll = () => {
    if (scroller === null) return;
    const below = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
    if (isFollowing && below > 2 * LINE_PX) onLeaveEnd();
    if (log.work !== null) return;
    if (scroller.scrollTop < NEAR_PX && log.hasEarlier) onEarlier();
    else if (below < NEAR_PX && log.hasLater) onLater();
  };

  return (
    <div
      ref={onScroller}
      role="region"
      aria-label={label}
      tabIndex={0}
      onScroll={onScroll}
      className="max-h-[min(64dvh,820px)] overflow-auto bg-ground -outline-offset-2! [overflow-anchor:none]"
    >
      <div className="relative w-max min-w-full" style={{ height: virtualizer.totalPx }}>
        {virtualizer.items.map((item) => (
          <LogLine
            key={item.index + log.origin}
            text={lines[item.index] ?? ''}
            top={item.start}
            find={find}
            isTarget={target?.line === item.index + log.origin}
          />
        ))}
      </div>
    </div>
  );
}

function LogLine({
  text,
  top,
  find,
  isTarget,
}: {
  text: string;
  top: number;
  find: string;
  isTarget: boolean;
}) {
  const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)} …` : text;
  return (
    <div
      className={clsx(
        'absolute left-0 min-w-full px-3 font-mono text-xs leading-[18px] whitespace-pre',
        isErrorLine(text) && 'text-bad',
        isTarget && 'bg-accent-soft',
      )}
      style={{ top, height: LINE_PX }}
    >
      {cutAtMatches(shown, find).map((piece, index) =>
        index % 2 === 1 ? (
          <mark key={index} className="rounded-sm bg-warn-soft text-warn outline-1 outline-current">
            {piece}
          </mark>
        ) : (
          piece
        ),
      )}
    </div>
  );
}
