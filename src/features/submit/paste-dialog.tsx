import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { Textarea } from '#src/components/ui/input.tsx';
import { notify } from '#src/components/ui/toast.ts';
import { readRequest, type ValueChange } from './read-request.ts';
import { EMPTY_VALUES } from './submit-values.ts';

interface PasteDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onPaste: (change: ValueChange) => void;
}

/** Fills the form from the body of a call; keys that are not there leave their fields alone. */
export function PasteDialog({ open, onOpenChange, onPaste }: PasteDialogProps) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const fill = () => {
    try {
      const { values, ignored } = readRequest(text, EMPTY_VALUES);
      onPaste(values);
      if (ignored.length > 0) notify.warning('Filled in, save for', { description: ignored.join(', ') });
      else notify.success('Filled in from JSON');
      setText('');
      setFault(null);
      onOpenChange(false);
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Paste JSON"
      description="The body of create_bench_llm_job, create_bench_vlm_job or create_bench_asr_job, or part of it. Nothing is sent."
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" onClick={fill}>
            Fill the form
          </Button>
        </>
      }
    >
      <div className="grid gap-1">
        <Textarea
          aria-label="JSON"
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : 'paste-fault'}
          spellCheck={false}
          className="min-h-48 font-mono text-xs!"
          placeholder={'{\n  "p_model_code": "llama-3.1-8b",\n  "p_concurrency": 32\n}'}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setFault(null);
          }}
        />
        {fault !== null && (
          <p id="paste-fault" role="alert" className="text-xs text-bad">
            {fault}
          </p>
        )}
      </div>
    </Dialog>
  );
}
