import { useSuspenseQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { FORM_GOALS } from '#contract/sizer/form-state.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { IconButton } from '#src/components/ui/icon-button.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { plainText } from './answer-format.ts';
import { ChoiceField } from './choice-field.tsx';
import type { FormPatch } from './form-diff.ts';
import { ANSWER_OPTIONS, GOAL_WORDS, MORE_WORDS, SORT_OPTIONS } from './form-words.ts';
import { LimitInputs } from './limit-inputs.tsx';
import { LoadInputs } from './load-inputs.tsx';
import { ModelInputs } from './model-inputs.tsx';
import { sizerGpusQuery, sizerModelsQuery } from './sizer-queries.ts';
import { sentInputs } from './sizer-request.ts';
import type { Asked } from './sizer-search.ts';

interface SizerFormProps {
  asked: Asked;
  onPatch: (patch: FormPatch) => void;
  onMore: (more: Asked['more']) => void;
  onAsk: (ask: Asked['ask']) => void;
  onSubmit: () => void;
  onClear: () => void;
  isBusy: boolean;
  /** Opens the dialog for a model the catalog lacks; null where the role does not allow it. */
  onAddModel: (() => void) | null;
}

/** What is wanted, input by input: what is ticked is sent, and nothing else. */
export function SizerForm(props: SizerFormProps) {
  const { asked, onPatch, onMore, onAsk, onSubmit, onClear, isBusy, onAddModel } = props;
  const { form, more, ask } = asked;
  const { orgId } = useWorkspace();
  const { data: models } = useSuspenseQuery(sizerModelsQuery(orgId));
  const { data: gpus } = useSuspenseQuery(sizerGpusQuery);
  const sent = sentInputs(form);
  const own = { form, sent, onPatch };
  const extra = Object.entries(more) as [keyof Asked['more'], unknown][];
  return (
    <Panel
      title="What you want to serve"
      note={sent.size === 0 ? 'nothing is sent yet' : `${counted(sent.size, 'input')} sent`}
      actions={
        (sent.size > 0 || form.selectedRequestInputs.length > 0) && (
          <Button variant="quiet" onClick={onClear}>
            Clear
          </Button>
        )
      }
    >
      <form
        aria-label="Sizing request"
        noValidate
        className="grid gap-3 p-3"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <div className="grid gap-2 sm:grid-cols-3">
          <ChoiceField
            label="Goal"
            value={form.sizingGoal}
            options={FORM_GOALS.map((value) => ({ value, label: GOAL_WORDS[value] }))}
            onChange={(sizingGoal) => onPatch({ sizingGoal })}
          />
          <ChoiceField label="Answer" value={ask} options={ANSWER_OPTIONS} onChange={onAsk} />
          <ChoiceField
            label="Order of the plans"
            value={form.recommendationSort}
            options={SORT_OPTIONS}
            onChange={(recommendationSort) => onPatch({ recommendationSort })}
          />
        </div>
        <div className="grid items-start gap-2 sm:grid-cols-2 xl:grid-cols-3">
          <ModelInputs {...own} models={models} onAddModel={onAddModel} />
          <LoadInputs {...own} />
          <LimitInputs {...own} gpus={gpus} />
        </div>
        {extra.length > 0 && (
          <div
            role="group"
            aria-label="Also sent"
            className="flex flex-wrap items-center gap-1.5 text-xs text-ink-3"
          >
            Also sent:
            {extra.map(([key, value]) => (
              <span
                key={key}
                className="inline-flex items-center gap-0.5 rounded border border-line-strong pl-2 text-ink-2"
              >
                {MORE_WORDS[key]} {plainText(value)}
                <IconButton
                  label={`Remove ${MORE_WORDS[key]}`}
                  className="size-6!"
                  onClick={() => onMore(Object.fromEntries(extra.filter(([one]) => one !== key)))}
                >
                  <X aria-hidden className="size-3!" />
                </IconButton>
              </span>
            ))}
          </div>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button
            type="submit"
            variant="primary"
            busy={isBusy}
            disabled={sent.size === 0 && extra.length === 0}
          >
            Size it
          </Button>
          <p className="text-xs text-ink-3">
            {sent.size === 0
              ? 'Tick or fill in at least one input.'
              : 'The answer below follows the form; the address holds both.'}
          </p>
        </div>
      </form>
    </Panel>
  );
}
