import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';

/** What a person does before they look further down, search the page or print it. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;
/** A sliver at the lower edge of the window, less than any part with the space below it, is not in view yet. */
const IN_VIEW = '0px 0px -80px';
/** Somebody is there: from now on nothing waits, also what is drawn later. */
let hasStirred = false;
if (typeof window !== 'undefined')
  for (const sign of SIGNS)
    window.addEventListener(sign, () => (hasStirred = true), { once: true, passive: true });

interface WhenReachedProps {
  /** Keeps the place until then, at the height of what comes. */
  outline: ReactNode;
  /** Lazy parts: their code is fetched when they are drawn. */
  children: ReactNode;
  /** Reached in another way. */
  isReached?: boolean;
  className?: string;
}

/** A part far down a page, drawn when it is reached for: its place comes into view, or a person stirs at all. */
export function WhenReached({ outline, children, isReached = false, className }: WhenReachedProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(hasStirred);
  const isDrawn = isReached || isSeen;
  useEffect(() => {
    const place = ref.current;
    if (place === null || isDrawn) return;
    const stop = new AbortController();
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      { rootMargin: IN_VIEW },
    );
    observer.observe(place);
    for (const sign of SIGNS)
      window.addEventListener(sign, () => setSeen(true), { passive: true, signal: stop.signal });
    return () => {
      observer.disconnect();
      stop.abort();
    };
  }, [isDrawn]);
  return (
    <div ref={ref} className={className}>
      <Suspense fallback={outline}>{isDrawn ? children : outline}</Suspense>
    </div>
  );
}
