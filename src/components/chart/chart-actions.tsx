import { Ellipsis } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { reach } from '#src/components/ui/reach.ts';
import type { ChartAction } from './chart-menu.tsx';
import type { ChartFileKind } from './export-chart.ts';

const ChartMenu = lazyPart(
  () => import('./chart-menu.tsx'),
  (part) => part.ChartMenu,
);

interface ChartActionsProps {
  readonly title: string;
  readonly isReady: boolean;
  readonly isTable: boolean;
  readonly onToggle: () => void;
  readonly make: (kind: ChartFileKind) => Promise<Blob>;
  /** Zoom and ruler, where the chart has them. */
  readonly looks: readonly ChartAction[];
}

const ACTION =
  'min-h-6 min-w-6 pointer-coarse:min-h-9 pointer-coarse:min-w-9 rounded px-1.5 text-xs text-ink-2 hover:bg-raised hover:text-ink disabled:opacity-50 aria-pressed:bg-raised aria-pressed:text-ink';
const KINDS: readonly ChartFileKind[] = ['csv', 'svg', 'png'];

/** Drawing files is loaded when one is asked for. */
async function save(file: Promise<Blob>, title: string, kind: ChartFileKind): Promise<void> {
  const { saveChart } = await import('./export-chart.ts');
  saveChart(title, kind, await file);
}

/** Zoom, ruler, table twin and exports of a chart, in a menu where there is little room; a failed export says why. */
export function ChartActions({ title, isReady, isTable, onToggle, make, looks }: ChartActionsProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const onSave = (kind: ChartFileKind): void => {
    setProblem(null);
    save(make(kind), title, kind).catch((error: unknown) =>
      setProblem(error instanceof Error ? error.message : `No ${kind.toUpperCase()} could be made.`),
    );
  };
  const files: readonly ChartAction[] = [
    {
      label: 'Table',
      name: `Table of ${title}`,
      keys: 't',
      isPressed: isTable,
      isDisabled: !isReady,
      run: onToggle,
    },
    ...KINDS.map((kind): ChartAction => ({
      label: kind.toUpperCase(),
      menuLabel: `Download ${kind.toUpperCase()}`,
      name: `Download ${kind.toUpperCase()} of ${title}`,
      isDisabled: !isReady,
      run: () => onSave(kind),
    })),
  ];
  return (
    <div className="flex flex-wrap items-baseline justify-end print:hidden">
      <div className="hidden flex-wrap items-baseline @xl:flex">
        {looks.map((action) => (
          <ActionButton key={action.name} action={action} />
        ))}
        {looks.length > 0 && <span aria-hidden className="mx-1 h-3.5 self-center border-l border-line" />}
        {files.map((action) => (
          <ActionButton key={action.name} action={action} />
        ))}
      </div>
      <div className="@xl:hidden">
        <Menu title={title} actions={[...looks, ...files]} />
      </div>
      <span role="status" className="text-xs text-bad">
        {problem}
      </span>
    </div>
  );
}

function ActionButton({ action }: { readonly action: ChartAction }) {
  return (
    <button
      type="button"
      className={ACTION}
      disabled={action.isDisabled}
      aria-pressed={action.isPressed}
      aria-keyshortcuts={action.keys}
      aria-label={action.name}
      title={action.keys === undefined ? action.name : `${action.name} (${action.keys})`}
      onClick={action.run}
    >
      {action.label}
    </button>
  );
}

function Menu({ title, actions }: { readonly title: string; readonly actions: readonly ChartAction[] }) {
  const [isWanted, setIsWanted] = useState(false);
  const face: ReactNode = <Ellipsis aria-hidden className="size-4" />;
  const button = (
    <button
      type="button"
      className={`${ACTION} grid place-items-center`}
      aria-haspopup="menu"
      aria-label={`Actions on ${title}`}
      {...reach(ChartMenu.load)}
      onClick={() => setIsWanted(true)}
    >
      {face}
    </button>
  );
  return isWanted ? (
    <Suspense fallback={button}>
      <ChartMenu title={title} actions={actions} className={ACTION} face={face} />
    </Suspense>
  ) : (
    button
  );
}
