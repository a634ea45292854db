import { useState } from 'react';
import { chartFileName, download, type ChartFileKind } from './export-chart.ts';

interface ChartActionsProps {
  readonly title: string;
  readonly isReady: boolean;
  readonly isTable: boolean;
  readonly onToggle: () => void;
  readonly make: (kind: ChartFileKind) => Promise<Blob>;
}

const ACTION =
  'min-h-6 min-w-6 rounded px-1.5 text-xs text-ink-2 hover:bg-raised hover:text-ink disabled:opacity-50';
const KINDS: readonly ChartFileKind[] = ['csv', 'svg', 'png'];

/** Table twin and exports of a chart; a failed export says why. */
export function ChartActions({ title, isReady, isTable, onToggle, make }: ChartActionsProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const save = (kind: ChartFileKind): void => {
    setProblem(null);
    make(kind).then(
      (blob) => download(blob, chartFileName(title, kind)),
      (error: unknown) =>
        setProblem(error instanceof Error ? error.message : `No ${kind.toUpperCase()} could be made.`),
    );
  };
  return (
    <div className="-ml-1.5 flex flex-wrap items-baseline sm:ml-0">
      <button
        type="button"
        className={ACTION}
        disabled={!isReady}
        aria-pressed={isTable}
        aria-keyshortcuts="t"
        aria-label={`Table of ${title}`}
        onClick={onToggle}
      >
        Table
      </button>
      {KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          className={ACTION}
          disabled={!isReady}
          aria-label={`Download ${kind.toUpperCase()} of ${title}`}
          onClick={() => save(kind)}
        >
          {kind.toUpperCase()}
        </button>
      ))}
      <span role="status" className="text-xs text-bad">
        {problem}
      </span>
    </div>
  );
}
