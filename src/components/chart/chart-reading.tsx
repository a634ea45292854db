import { useLayoutEffect, useRef } from 'react';
import type { CursorStore } from './chart-cursor.ts';
import { readingContent, type ReadingSubject } from './reading-content.ts';
import { createReadingView, type ReadingView } from './reading-view.ts';

interface ChartReadingProps extends ReadingSubject {
  readonly store: CursorStore;
  readonly onOpen: (href: string, isNewTab: boolean) => void;
}

/** All that a panel draws anew as the cursor moves: crosshair, ring and tooltip. */
export function ChartReading({ store, onOpen, ...subject }: ChartReadingProps) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<ReadingView>(null);
  const open = useRef(onOpen);
  useLayoutEffect(() => {
    open.current = onOpen;
    if (box.current) view.current ??= createReadingView(box.current, (...link) => open.current(...link));
    const draw = (): void => view.current?.draw(readingContent(subject, store.get()));
    draw();
    return store.subscribe(draw);
  });
  // A box of fixed size and layout of its own: other words in the tooltip lay out nothing around it.
  return (
    <div ref={box} aria-hidden className="pointer-events-none absolute inset-0 z-10 [contain:size_layout]" />
  );
}
