import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './icon-button.tsx';

const COPIED = 'Copied';

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
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(() => setSaid(''), 2000);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(COPIED);
    } catch {
      setSaid('The browser refused; select and copy by hand');
    }
  };
  return (
    <>
      <IconButton label={said || label} onClick={() => void copy()} className={className ?? 'size-6!'}>
        {said === COPIED ? (
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
