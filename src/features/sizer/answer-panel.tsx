import { FileDown, Pin } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import type { SolveRequest } from '#contract/sizer/solve-request.ts';
import type { Recommendation, SolveResponse } from '#contract/sizer/solve-response.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { notify } from '#src/components/ui/toast.ts';
import { Clarification } from './answer-problem.tsx';
import { BomPanel } from './bom-panel.tsx';
import { chosenRow } from './chosen-row.ts';
import { FitPanel } from './fit-panel.tsx';
import { NotesPanel, Warnings } from './notes-panel.tsx';
import { RECOMMENDATION_TABLE } from './recommendation-columns.tsx';
import { RecommendationCard } from './recommendation-card.tsx';
import { RejectedPanel } from './rejected-panel.tsx';
import type { ExportKind } from './save-export.ts';
import type { FeatureChange } from './sizer-request.ts';
import type { SizerView } from './sizer-search.ts';
import { useInView } from './use-in-view.ts';
import type { SetView } from '#src/url/use-view-search.ts';

const SensitivityPanel = lazyPart(
  () => import('./sensitivity-panel.tsx'),
  (part) => part.SensitivityPanel,
);

interface AnswerPanelProps {
  request: SolveRequest;
  response: SolveResponse;
  view: SizerView;
  onView: SetView<SizerView>;
  onChange: (changes: readonly FeatureChange[]) => void;
  onPin: () => void;
  /** Null where the role may not set prices. */
  onPrices: (() => void) | null;
  /** The pinned answer beside this one, if any. */
  comparison: ReactNode;
}

/** The answer: one recommendation whole, all of them, what fell out, what to buy, and what was assumed. */
export function AnswerPanel({
  request,
  response,
  view,
  onView,
  onChange,
  onPin,
  onPrices,
  comparison,
}: AnswerPanelProps) {
  const row = chosenRow(response, view.pick);
  const isPrimary = row?.candidate_id === response.primary_recommendation?.candidate_id;
  return (
    <>
      {response.clarification !== null && <Clarification {...response.clarification} onChange={onChange} />}
      <Warnings warnings={response.warnings} />
      {row !== null && (
        <RecommendationCard
          row={row}
          isPrimary={isPrimary}
          actions={
            <>
              {!isPrimary && (
                <Button variant="quiet" onClick={() => onView({ pick: '' })}>
                  Show the primary one
                </Button>
              )}
              <Button variant="quiet" onClick={onPin}>
                <Pin aria-hidden />
                Pin to compare
              </Button>
              <ExportButtons request={request} response={response} pick={view.pick} />
            </>
          }
        />
      )}
      {comparison}
      {response.recommendations.length > 0 && (
        <Panel
          title="Recommendations"
          note={`${counted(response.recommendations.length, 'plan')}; a press shows one whole; * a price is missing or a guess`}
        >
          <DataTable
            label="Recommendations"
            columns={RECOMMENDATION_TABLE}
            rows={response.recommendations}
            rowId={(one) => one.candidate_id}
            view={view}
            onViewChange={onView}
            onRowOpen={(one) => onView({ pick: one.candidate_id }, { push: true })}
            fileName="sizer-recommendations"
            empty={<EmptyState title="No plans" />}
          />
        </Panel>
      )}
      <RejectedPanel rejected={response.rejected} onChange={onChange} />
      {row !== null && (
        <>
          <BomPanel row={row} onPrices={onPrices} />
          {row.sensitivity_points.length > 0 && (
            <SensitivityWhenNear
              row={row}
              profile={response.evaluated_profile}
              vary={view.vary}
              onVary={(vary) => onView({ vary })}
              view={view}
              onViewChange={onView}
            />
          )}
        </>
      )}
      {response.fit_check !== null && <FitPanel fit={response.fit_check} />}
      <NotesPanel response={response} />
    </>
  );
}

/** The chart library is loaded when the chart comes near; its place is kept. */
function SensitivityWhenNear(props: {
  row: Recommendation;
  profile: SolveResponse['evaluated_profile'];
  vary: string;
  onVary: (input: string) => void;
  view: SizerView;
  onViewChange: SetView<SizerView>;
}) {
  const { ref, isNear } = useInView();
  const place = <Skeleton className="h-[540px]! w-full" />;
  return (
    <div ref={ref} className="min-w-0">
      {isNear ? (
        <Suspense fallback={place}>
          <SensitivityPanel {...props} />
        </Suspense>
      ) : (
        place
      )}
    </div>
  );
}

const KINDS: readonly ExportKind[] = ['xlsx', 'csv', 'pdf'];

function ExportButtons({
  request,
  response,
  pick,
}: Pick<AnswerPanelProps, 'request' | 'response'> & { pick: string }) {
  const [busy, setBusy] = useState<ExportKind | null>(null);
  const save = async (kind: ExportKind) => {
    setBusy(kind);
    try {
      const { saveExport } = await import('./save-export.ts');
      await saveExport(kind, {
        request,
        response,
        shown: chosenRow(response, pick),
        at: new Date().toISOString(),
      });
    } catch (error) {
      notify.failure('The file was not made', error);
    } finally {
      setBusy(null);
    }
  };
  return (
    <span role="group" aria-label="Export" className="inline-flex gap-1">
      {KINDS.map((kind) => (
        <Button
          key={kind}
          variant="quiet"
          aria-label={`Export ${kind.toUpperCase()}`}
          busy={busy === kind}
          onClick={() => void save(kind)}
        >
          {kind === 'xlsx' && busy !== kind && <FileDown aria-hidden />}
          {kind.toUpperCase()}
        </Button>
      ))}
    </span>
  );
}

/** The place of the answer while it is worked out the first time. */
export function AnswerSkeleton() {
  return (
    <Panel title="Recommended" role="status" aria-label="Sizing">
      <div className="grid gap-3 p-3">
        <Skeleton className="h-7 w-72" />
        <Skeleton className="w-full max-w-xl" />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(176px,1fr))] gap-3">
          {Array.from({ length: 12 }, (_, index) => (
            <Skeleton key={index} className="h-12" />
          ))}
        </div>
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
    </Panel>
  );
}
