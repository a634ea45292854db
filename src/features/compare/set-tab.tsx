import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import type { EstimateOutline } from '#src/api/estimate-queries.ts';
import { comparability } from '#lib/compare/comparability.ts';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import type { SetView } from '#src/url/use-view-search.ts';
import { viewPart } from '#src/url/view-part.ts';
import { ComparabilityBanner } from './comparability-banner.tsx';
import { comparedQuery, type ComparedRow } from './compare-queries.ts';
import type { CompareView } from './compare-search.ts';
import { chooseSet, type ChosenSet } from './chosen-set.ts';
import { comparedTraits, setsOf, type SetKind } from './compare-sets.ts';
import { estimateTraits, TRAITS } from '#src/components/results/traits.ts';
import { HardwareBody } from './hardware-body.tsx';
import { LeftOut } from './left-out.tsx';
import { NothingToCompare } from './nothing-to-compare.tsx';
import { setColumns } from './set-columns.tsx';
import { CHART_KEYS, ScalingCharts, SetCharts } from './set-charts.tsx';
import { SetPicker } from './set-picker.tsx';
import { seriesOf } from './set-series.ts';
import { SET_TABLE_KEYS, SetTable } from './set-table.tsx';
import { Waiting } from './waiting.tsx';

const PointDrawer = lazyPart(
  () => import('./point-drawer.tsx'),
  (part) => part.PointDrawer,
);
const NO_ROWS: readonly ComparedRow[] = [];

interface SetTabProps {
  kind: SetKind;
  estimates: readonly EstimateOutline[];
  /** Whether there are simulated results that are left out. */
  leavesSimulated: boolean;
  view: CompareView;
  onViewChange: SetView<CompareView>;
}

/** One comparison: what it holds fixed, and what that gives. */
export function SetTab({ kind, estimates, leavesSimulated, view, onViewChange }: SetTabProps) {
  const sets = useMemo(() => setsOf(kind, estimates), [kind, estimates]);
  const { model, shape, gpu, fw, prec, src } = view;
  const chosen = useMemo(
    () => chooseSet(kind, sets, { model, shape, gpu, fw, prec, src }),
    [kind, sets, model, shape, gpu, fw, prec, src],
  );
  if (chosen === null)
    return (
      <NothingToCompare
        kind={kind}
        leavesSimulated={leavesSimulated}
        view={view}
        onViewChange={onViewChange}
      />
    );
  return (
    <>
      <SetPicker
        kind={kind}
        chosen={chosen}
        onChange={(parts) => onViewChange({ ...parts, shown: [], point: 0, zoom: [], ruler: null })}
      />
      {chosen.missing.length > 0 && (
        <p role="status" className="text-sm text-ink-2">
          There is nothing to compare for {chosen.missing.join(', ')}: the nearest that exists is shown.
        </p>
      )}
      {kind === 'hardware' ? (
        <HardwareBody chosen={chosen} view={view} onViewChange={onViewChange} />
      ) : (
        <SetBody kind={kind} chosen={chosen} view={view} onViewChange={onViewChange} />
      )}
    </>
  );
}

interface BodyProps {
  kind: Exclude<SetKind, 'hardware'>;
  chosen: ChosenSet;
  view: CompareView;
  onViewChange: SetView<CompareView>;
}

const ROWS: Readonly<Record<BodyProps['kind'], string>> = {
  models: 'Models at each concurrency',
  frameworks: 'Frameworks at each concurrency',
  quantization: 'Precisions at each concurrency',
  concurrency: 'Efficiency over concurrency',
};

function SetBody({ kind, chosen, view, onViewChange }: BodyProps) {
  const read = useQuery(comparedQuery(kind, chosen.set));
  const rows = read.data?.rows ?? NO_ROWS;
  const series = useMemo(() => seriesOf(kind, rows), [kind, rows]);
  const columns = useMemo(() => setColumns(kind, rows), [kind, rows]);
  // A deployment's loads stand together; elsewhere those of one load do.
  const ordered = useMemo(
    () => (kind === 'concurrency' ? series.flatMap((one) => one.rows) : rows),
    [kind, series, rows],
  );
  const answer = useMemo(() => {
    // Deployments over load: each line is read by itself, so only how they were measured must be the same.
    const compares =
      kind === 'concurrency'
        ? TRAITS.filter((trait) => trait.kind === 'choice').map(({ key }) => key)
        : [...comparedTraits(kind), 'concurrency'];
    return comparability(rows.map(estimateTraits), TRAITS, compares);
  }, [kind, rows]);
  const point = rows.find((row) => row.job_id === view.point);
  const [wasOpened, setWasOpened] = useState(false);
  if (point !== undefined && !wasOpened) setWasOpened(true);
  if (read.isError)
    return (
      <ErrorState
        error={read.error}
        title="The comparison could not be read"
        onRetry={() => void read.refetch()}
      />
    );
  if (read.data === undefined) return <Waiting />;
  const Charts = kind === 'concurrency' ? ScalingCharts : SetCharts;
  return (
    <>
      <ComparabilityBanner
        answer={answer}
        advice="Series are kept apart by all of these; their names say which is which."
      />
      <LeftOut set={read.data} />
      <Charts rows={rows} series={series} view={viewPart(view, CHART_KEYS)} onViewChange={onViewChange} />
      <SetTable
        title={ROWS[kind]}
        rows={ordered}
        columns={columns}
        view={viewPart(view, SET_TABLE_KEYS)}
        onViewChange={onViewChange}
        fileName={`compare-${kind}`}
      />
      <Suspense>
        {wasOpened && <PointDrawer row={point} onClose={() => onViewChange({ point: 0 })} />}
      </Suspense>
    </>
  );
}
