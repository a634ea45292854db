import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { exactTime } from '#src/components/ui/relative-time.tsx';

/** What a printed page says about itself: its address and when it was printed. */
export function PrintFoot() {
  const [printed, setPrinted] = useState<{ href: string; at: number } | null>(null);
  useEffect(() => {
    // The browser prints what stands here when the event has run.
    const note = () => flushSync(() => setPrinted({ href: window.location.href, at: Date.now() }));
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
  if (printed === null) return null;
  return (
    <p className="order-1 hidden border-t border-line px-5 pt-2 text-xs break-all text-ink-3 print:block">
      {printed.href} · printed {exactTime(printed.at)}
    </p>
  );
}
