import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useRef, useState } from 'react';
import { clsx } from 'clsx';
import { EMPTY_FORM } from '#contract/sizer/form-state.ts';
import { endpointCall } from '#src/components/api-call/api-call.ts';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useShortcut } from '#src/components/layout/shortcuts.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { LinkTabs } from '#src/components/ui/link-tabs.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { useViewSearch } from '#src/url/use-view-search.ts';
import { AnswerPanel, AnswerSkeleton } from './answer-panel.tsx';
import { AnswerProblem } from './answer-problem.tsx';
import type { AskedChange } from './chat-merge.ts';
import { ChatPanel } from './chat-panel.tsx';
import { chosenRow, pointOf } from './chosen-row.ts';
import type { FormPatch } from './form-diff.ts';
import { sizerStatusQuery } from './sizer-queries.ts';
import { SizerForm } from './sizer-form.tsx';
import { SizerOff } from './sizer-off.tsx';
import { setPatch, withChanges, type FeatureChange } from './sizer-request.ts';
import {
  askedOf,
  packAsked,
  sizerSearch,
  unpackAsked,
  viewOf,
  type Asked,
  type SizerView,
} from './sizer-search.ts';
import { useAnswer } from './use-answer.ts';
import { useChat } from './use-chat.ts';

const ComparePanel = lazyPart(
  () => import('./compare-panel.tsx'),
  (part) => part.ComparePanel,
);
const PointDrawer = lazyPart(
  () => import('./point-drawer.tsx'),
  (part) => part.PointDrawer,
);
const ApiCallDialog = lazyPart(
  () => import('#src/components/api-call/api-call-dialog.tsx'),
  (part) => part.ApiCallDialog,
);
const PricesDialog = lazyPart(
  () => import('./prices-dialog.tsx'),
  (part) => part.PricesDialog,
);
const ConfigModelDialog = lazyPart(
  () => import('./config-model-dialog.tsx'),
  (part) => part.ConfigModelDialog,
);

/** What is wanted, in a form or in words; below it the hardware that does it. */
export function SizerPage() {
  const { orgId, can } = useWorkspace();
  const { data: status } = useSuspenseQuery(sizerStatusQuery(orgId));
  if (!status.enabled)
    return (
      <Page>
        <PageHeader title="Sizer" />
        <SizerOff isSwitchedOff={status.configured} isAdmin={can('admin')} />
      </Page>
    );
  return <Sizing key={orgId} />;
}

const viewOfAsked = ({ form, more, ask }: AskedChange): Partial<SizerView> => ({
  ...viewOf(form),
  more,
  ask,
});
const PARTS = [
  ['form', 'Form'],
  ['chat', 'Chat'],
  ['answer', 'Answer'],
] as const;

function Sizing() {
  const { orgId, can, membership } = useWorkspace();
  const [view, setView] = useViewSearch(sizerSearch);
  const asked = useMemo(() => askedOf(view), [view]);
  const { request, wanted, answer, isBehind, flush } = useAnswer(asked, orgId);
  const answerTop = useRef<HTMLDivElement>(null);
  // What was picked of the last answer is not a part of the next one.
  const setAsked = (next: AskedChange, push = true) => setView({ ...viewOfAsked(next), pick: '' }, { push });
  const patch = (values: FormPatch) => setView({ ...viewOf(values), pick: '' });
  const change = (changes: readonly FeatureChange[], ask?: Asked['ask']) => {
    const next = withChanges(asked, changes);
    setAsked({ ...next, ask: ask ?? next.ask });
  };
  const showAnswer = () => {
    setView({ part: 'answer' });
    answerTop.current?.scrollIntoView({ block: 'start' });
    answerTop.current?.focus({ preventScroll: true });
  };
  const chat = useChat({
    orgId,
    asked,
    request: wanted,
    response: isBehind ? undefined : answer.data,
    onAsked: setAsked,
  });
  useShortcut({ keys: 'i', label: 'Write to the sizer', group: 'Sizer' }, () => {
    setView({ part: 'chat' });
    document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Message"]')?.focus();
  });
  const row = answer.data === undefined ? null : chosenRow(answer.data, view.pick);
  const isAdmin = can('admin') && !membership.is_reference;
  const isEngineer = can('engineer') && !membership.is_reference;
  const opened = useSeen(view.dialog);
  const pointed = useSeen(view.point !== '');
  const hiddenWhenNarrow = (part: SizerView['part']) => view.part !== part && 'max-lg:hidden';
  const comparison = view.pin !== '' && (
    <Suspense>
      <ComparePanel
        pin={view.pin}
        pinPick={view.pinPick}
        row={row}
        onUnpin={() => setView({ pin: '', pinPick: '' })}
        onSwap={() =>
          setView(
            {
              ...viewOfAsked(unpackAsked(view.pin)),
              pick: view.pinPick,
              pin: packAsked(asked),
              pinPick: row?.candidate_id ?? '',
            },
            { push: true },
          )
        }
      />
    </Suspense>
  );
  return (
    <Page>
      <PageHeader
        title="Sizer"
        facts={['hardware, money and reasons for what you want to serve']}
        actions={
          <>
            {isAdmin && <Button onClick={() => setView({ dialog: 'prices' }, { push: true })}>Prices</Button>}
            {isEngineer && (
              <Button onClick={() => setView({ dialog: 'model' }, { push: true })}>Add a model</Button>
            )}
            <Button onClick={() => setView({ dialog: 'call' }, { push: true })}>View as API call</Button>
          </>
        }
      />
      <div className="lg:hidden">
        <LinkTabs
          label="Parts of the page"
          tabs={PARTS.map(([part, label]) => ({
            label,
            search: sizerSearch.write({ ...view, part }),
            active: view.part === part,
          }))}
        />
      </div>
      <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_minmax(320px,380px)]">
        <div className={clsx('min-w-0', hiddenWhenNarrow('form'))}>
          <SizerForm
            asked={asked}
            isBusy={answer.isFetching}
            onPatch={patch}
            onMore={(more) => setView({ more })}
            onAsk={(ask) => setView({ ask })}
            onSubmit={() => {
              flush();
              showAnswer();
            }}
            onClear={() => setAsked({ form: EMPTY_FORM, more: {}, ask: 'sizing_plan' })}
            onAddModel={isEngineer ? () => setView({ dialog: 'model' }, { push: true }) : null}
          />
        </div>
        <div className={clsx('min-w-0', hiddenWhenNarrow('chat'))}>
          <ChatPanel
            turns={chat.turns}
            asked={asked}
            waiting={chat.waiting}
            failure={chat.failure}
            onSend={chat.send}
            onAsked={setAsked}
            onForget={chat.forget}
            onShowAnswer={showAnswer}
          />
        </div>
      </div>
      <div
        ref={answerTop}
        tabIndex={-1}
        role="group"
        aria-label="Answer"
        className={clsx('grid min-w-0 scroll-mt-14 gap-3.5 outline-none', hiddenWhenNarrow('answer'))}
      >
        <p role="status" className="sr-only">
          {said(answer, isBehind, request === null)}
        </p>
        {request === null ? (
          <Panel>
            <EmptyState title="No answer yet">
              Tick or fill in an input above, or say in words what you want to serve. A model is enough: the
              answer then says what it took for granted.
            </EmptyState>
          </Panel>
        ) : answer.isError ? (
          <AnswerProblem error={answer.error} onChange={change} onRetry={() => void answer.refetch()} />
        ) : answer.data === undefined ? (
          <AnswerSkeleton />
        ) : (
          <div className={clsx('grid min-w-0 gap-3.5', isBehind && 'opacity-60')} aria-busy={isBehind}>
            <AnswerPanel
              request={request}
              response={answer.data}
              view={view}
              onView={setView}
              onChange={change}
              onPin={() =>
                setView({ pin: packAsked(asked), pinPick: row?.candidate_id ?? '' }, { push: true })
              }
              comparison={comparison}
              onPrices={isAdmin ? () => setView({ dialog: 'prices' }, { push: true }) : null}
            />
          </div>
        )}
        {answer.data === undefined && comparison}
      </div>
      <Suspense>
        {pointed.includes(true) && (
          <PointDrawer
            open={view.point !== ''}
            onClose={() => setView({ point: '' })}
            point={pointOf(answer.data, view.point)}
          />
        )}
        {opened.includes('call') && (
          <ApiCallDialog
            open={view.dialog === 'call'}
            onOpenChange={(isOpen) => setView({ dialog: isOpen ? 'call' : 'none' })}
            title="The answer as an API call"
            calls={wanted === null ? [] : [endpointCall('/sizer/solve', wanted, 'The answer to this form')]}
            note={
              wanted === null && (
                <p className="text-sm text-ink-2">
                  The form asks nothing yet: tick or fill in an input first.
                </p>
              )
            }
          />
        )}
        {opened.includes('prices') && isAdmin && (
          <PricesDialog
            open={view.dialog === 'prices'}
            onOpenChange={(isOpen) => setView({ dialog: isOpen ? 'prices' : 'none' })}
          />
        )}
        {opened.includes('model') && isEngineer && (
          <ConfigModelDialog
            open={view.dialog === 'model'}
            onOpenChange={(isOpen) => setView({ dialog: isOpen ? 'model' : 'none' })}
            // The form may have changed since the press: this alone is written.
            onAdded={(displayModel) => patch(setPatch(asked.form, 'modelServing', { displayModel }))}
          />
        )}
      </Suspense>
    </Page>
  );
}

/** What a screen reader hears of the answer. */
function said(answer: ReturnType<typeof useAnswer>['answer'], isBehind: boolean, isEmpty: boolean): string {
  if (isEmpty) return '';
  if (answer.isError) return 'There is no answer.';
  if (answer.data === undefined || isBehind) return 'Sizing.';
  const row = answer.data.primary_recommendation;
  if (row === null) return answer.data.clarification?.question ?? 'The answer is there.';
  return `${row.gpus_needed} ${row.gpu_display_name} on ${row.nodes_needed} nodes.`;
}

/** All values seen so far: what was opened stays mounted, so that it can give the focus back when it closes. */
function useSeen<T>(value: T): readonly T[] {
  const [seen, setSeen] = useState<readonly T[]>([value]);
  if (!seen.includes(value)) setSeen([...seen, value]);
  return seen;
}
