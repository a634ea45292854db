import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './icon-button.tsx';

/** Copies `text`; says so for two seconds, also to screen readers. */
export function CopyButton({
  text,
  label = 'Copy',
  className,
}: {
  text: string;
  label?: string;
  className?: string;
}) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  const said =
    outcome === 'copied'
      ? 'Copied'
      : outcome === 'refused'
        ? 'The browser refused; select and copy by hand'
        : '';
  return (
    <>
      <IconButton
        label={said === '' ? label : said}
        onClick={() => void copy()}
        className={className ?? 'size-6!'}
      >
        {outcome === 'copied' ? (
          <Check aria-hidden className="size-3.5! text-good" />
        ) : (
          <Copy aria-hidden className="size-3.5!" />
        )}
      </IconButton>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}
