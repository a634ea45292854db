import { clsx } from 'clsx';
import { useId, type ReactNode } from 'react';
import type { RequestInput } from '#contract/sizer/form-state.ts';
import { Badge } from '#src/components/ui/badge.tsx';
import { INPUT_WORDS } from './form-words.ts';

interface InputBlockProps {
  input: RequestInput;
  /** Whether it is chosen, and whether something of it is in the request. */
  isChosen: boolean;
  isSent: boolean;
  onChoose: (isChosen: boolean) => void;
  /** Its fields are in view also while it is not chosen. */
  isOpen?: boolean;
  children: ReactNode;
}

/** One input of the request: a tick that says whether it is sent, and its fields. */
export function InputBlock({ input, isChosen, isSent, onChoose, isOpen = false, children }: InputBlockProps) {
  const id = useId();
  const isShown = isOpen || isChosen || isSent;
  const state = isSent ? 'sent' : isChosen ? 'still empty' : 'not sent';
  return (
    <div
      role="group"
      aria-labelledby={id}
      className={clsx(
        'grid content-start gap-2 rounded border px-2.5 py-1.5',
        isSent ? 'border-line-strong' : 'border-line',
      )}
    >
      <div className="flex min-h-6 items-center gap-2">
        <label className="flex min-w-0 flex-1 items-center gap-2 text-sm font-medium">
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-accent"
            checked={isChosen || isSent}
            onChange={(event) => onChoose(event.target.checked)}
          />
          <span id={id} className="truncate">
            {INPUT_WORDS[input]}
          </span>
        </label>
        {isSent ? (
          <Badge tone="accent">sent</Badge>
        ) : (
          <span className={clsx('text-xs', isChosen ? 'text-warn' : 'text-ink-3')}>{state}</span>
        )}
      </div>
      {isShown && <div className="grid gap-2 pb-1">{children}</div>}
    </div>
  );
}
