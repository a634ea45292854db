import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SizerModelAnswer } from '#contract/sizer/endpoints.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { KeyValue } from '#src/components/ui/facts.tsx';
import { Input, Textarea } from '#src/components/ui/input.tsx';
import { notify } from '#src/components/ui/toast.ts';
import { plainText } from './answer-format.ts';
import { addModel, forgetAnswers } from './sizer-queries.ts';

interface ConfigModelDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Told the name of the new model once the list has it. */
  onAdded: (modelName: string) => void;
}

/** Adds a model from its config.json: shows what was read of it, asks what it does not say, guesses nothing. */
export function ConfigModelDialog({ open, onOpenChange, onAdded }: ConfigModelDialogProps) {
  const { orgId } = useWorkspace();
  const client = useQueryClient();
  const [config, setConfig] = useState('');
  const [name, setName] = useState('');
  const [hubId, setHubId] = useState('');
  const [answers, setAnswers] = useState<Record<string, string>>({});
  const [read, setRead] = useState<SizerModelAnswer | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const code = name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^[^a-z0-9]+|-+$/g, '');

  const send = async () => {
    setBusy(true);
    setError(null);
    try {
      const answer = await addModel({
        org_id: orgId,
        config,
        model_code: code,
        model_name: name.trim(),
        hf_id: hubId.trim() === '' ? null : hubId.trim(),
        answers: Object.fromEntries(
          Object.entries(answers).flatMap(([field, text]) =>
            text.trim() === '' ? [] : [[field, valueOf(text)]],
          ),
        ),
      });
      setRead(answer);
      if (answer.status !== 'created') return;
      await forgetAnswers(client);
      notify.success(`${answer.model_name} is added`);
      onAdded(answer.model_name);
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };
  const isReady = config.trim() !== '' && name.trim().length >= 3;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a model from its config.json"
      description="The file of that name in the model's repository. What it does not say is asked; nothing is guessed."
      className="w-[min(640px,calc(100vw-24px))]!"
      actions={
        read?.status === 'created' ? (
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={() => onOpenChange(false)}>Cancel</Button>
            <Button variant="primary" busy={isBusy} disabled={!isReady} onClick={() => void send()}>
              {read === null ? 'Read and add' : 'Add with these answers'}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <Labelled label="Name" hint={code === '' ? undefined : `code ${code}`}>
            {(id) => (
              <Input
                id={id}
                autoComplete="off"
                placeholder="My finetune 8B"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Labelled>
          <Labelled label="Hugging Face id, optional">
            {(id) => (
              <Input
                id={id}
                autoComplete="off"
                spellCheck={false}
                placeholder="org/my-finetune-8b"
                value={hubId}
                onChange={(event) => setHubId(event.target.value)}
              />
            )}
          </Labelled>
        </div>
        <Labelled label="config.json">
          {(id) => (
            <Textarea
              id={id}
              rows={8}
              spellCheck={false}
              className="font-mono text-xs!"
              placeholder='{ "architectures": ["LlamaForCausalLM"], … }'
              value={config}
              onChange={(event) => {
                setConfig(event.target.value);
                setRead(null);
              }}
            />
          )}
        </Labelled>
        <input
          type="file"
          accept=".json,application/json"
          aria-label="Choose config.json"
          className="text-xs text-ink-3 file:mr-2 file:min-h-7 file:rounded file:border file:border-solid file:border-line-strong file:bg-surface file:px-2.5 file:text-sm file:font-medium file:text-ink"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file === undefined) return;
            setRead(null);
            file.text().then(setConfig, setError);
          }}
        />
        {read !== null && <ReadFacts read={read} answers={answers} onAnswers={setAnswers} />}
        {error !== null && <ErrorState error={error} title="The model was not added" />}
      </div>
    </Dialog>
  );
}

function ReadFacts({
  read,
  answers,
  onAnswers,
}: {
  read: SizerModelAnswer;
  answers: Record<string, string>;
  onAnswers: (answers: Record<string, string>) => void;
}) {
  return (
    <>
      {read.missing.length > 0 && (
        <section aria-label="Questions" className="grid gap-2 rounded border border-line-strong p-3">
          <h3 className="text-sm font-medium">What the file does not say</h3>
          {read.missing.map((question) => (
            <Labelled key={question.field} label={question.question} hint={question.why}>
              {(id) => (
                <Input
                  id={id}
                  autoComplete="off"
                  value={answers[question.field] ?? ''}
                  onChange={(event) => onAnswers({ ...answers, [question.field]: event.target.value })}
                />
              )}
            </Labelled>
          ))}
        </section>
      )}
      <section aria-label="What was read" className="grid gap-2">
        <h3 className="text-sm font-medium">
          {read.status === 'created' ? `${read.model_name} is added. What was read:` : 'What was read'}
        </h3>
        <KeyValue
          items={Object.entries(read.facts)
            .filter(([, value]) => value !== null && value !== undefined)
            .map(([key, value]) => ({ label: key.replaceAll('_', ' '), value: plainText(value) }))}
        />
        {read.notes.map((note, index) => (
          <p key={index} className="text-xs text-ink-2">
            {note}
          </p>
        ))}
      </section>
    </>
  );
}

function Labelled({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: string | undefined;
  children: (id: string) => React.ReactNode;
}) {
  const id = useId();
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-1">
      <label htmlFor={id} className="text-xs text-ink-3">
        {label}
      </label>
      {children(id)}
      {hint !== undefined && <p className="text-xs text-ink-3">{hint}</p>}
    </div>
  );
}

/** Yes and no, numbers as numbers, else the text. */
function valueOf(text: string): string | number | boolean {
  const plain = text.trim();
  if (/^(true|yes)$/i.test(plain)) return true;
  if (/^(false|no)$/i.test(plain)) return false;
  const number = Number(plain.replaceAll(',', ''));
  return Number.isFinite(number) ? number : plain;
}
