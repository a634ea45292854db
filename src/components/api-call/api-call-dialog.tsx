import { useState, type ReactNode } from 'react';
import { api } from '#src/api/api.ts';
import { CompactSelect } from '#src/components/ui/compact-select.tsx';
import { CopyButton } from '#src/components/ui/copy-button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import type { ApiCall } from './api-call.ts';
import { CALL_LANGUAGES, callSnippet, type CallLanguage } from './call-snippet.ts';

interface ApiCallDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  calls: readonly ApiCall[];
  title?: string;
  /** Above the calls, or in their place where there is none yet. */
  note?: ReactNode;
}

/** The calls that a page makes, in the language of choice. */
export function ApiCallDialog({
  open,
  onOpenChange,
  calls,
  title = 'This page as API calls',
  note,
}: ApiCallDialogProps) {
  const [language, setLanguage] = useState<CallLanguage>('curl');
  const base = new URL(api().apiBase, window.location.origin).href.replace(/\/$/, '');
  // A body by itself can be kept and pasted; a read has none.
  const languages = CALL_LANGUAGES.filter(
    (value) => value !== 'JSON body' || calls.every(({ body }) => body !== null),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description="Make a token under Profile, Tokens and put it in the environment as YARDSTICK_TOKEN."
      className="w-[min(760px,calc(100vw-24px))]!"
    >
      <div className="grid min-w-0 gap-3">
        {note}
        {calls.length > 0 && (
          <CompactSelect
            label="Language"
            value={language}
            options={languages.map((value) => ({ value, label: value }))}
            onValueChange={setLanguage}
            className="justify-self-start"
          />
        )}
        {calls.map((call) => {
          const text = callSnippet(call, language, base);
          return (
            <section key={call.label} className="grid min-w-0 gap-1">
              <div className="flex items-center justify-between gap-2">
                <h3 className="text-xs text-ink-3">{call.label}</h3>
                <CopyButton text={text} label={`Copy the call: ${call.label}`} />
              </div>
              <pre
                // Long lines scroll; without focus a keyboard could not reach them.
                tabIndex={0}
                aria-label={call.label}
                className="max-h-64 overflow-auto rounded border border-line bg-raised p-2 font-mono text-xs"
              >
                {text}
              </pre>
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}
