import { useState } from 'react';
import type { SolveRequest } from '#contract/sizer/solve-request.ts';
import { api } from '#src/api/api.ts';
import { CompactSelect } from '#src/components/ui/compact-select.tsx';
import { CopyButton } from '#src/components/ui/copy-button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { CALL_LANGUAGES, solveCall, type CallLanguage } from './call-snippets.ts';

interface CallDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  request: SolveRequest | null;
}

/** The call behind the answer, to make it from a program. */
export function CallDialog({ open, onOpenChange, request }: CallDialogProps) {
  const [language, setLanguage] = useState<CallLanguage>('curl');
  const base = new URL(api().apiBase, window.location.origin).href;
  const text = request === null ? '' : solveCall(language, base, request);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="The answer as an API call"
      description="Make a token under Profile → Tokens and put it in the environment as YARDSTICK_TOKEN."
      className="w-[min(720px,calc(100vw-24px))]!"
    >
      {request === null ? (
        <p className="text-sm text-ink-2">The form asks nothing yet: tick or fill in an input first.</p>
      ) : (
        <div className="grid gap-2">
          <div className="flex items-center gap-2">
            <CompactSelect
              label="Language"
              value={language}
              options={CALL_LANGUAGES.map((value) => ({ value, label: value }))}
              onValueChange={setLanguage}
            />
            <CopyButton text={text} label="Copy the call" />
          </div>
          <pre
            tabIndex={0}
            role="group"
            aria-label={`Call in ${language}`}
            className="overflow-x-auto rounded bg-raised p-3 font-mono text-xs leading-4.5"
          >
            {text}
          </pre>
        </div>
      )}
    </Dialog>
  );
}
