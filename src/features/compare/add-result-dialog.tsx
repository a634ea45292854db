import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { BenchmarkResult } from '#contract/views/v-benchmark-results.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { gpuText } from './compare-sets.ts';
import { frameworkText } from '#src/components/results/traits.ts';
import { findResultsQuery, foundNoneText, foundText } from './find-results-query.ts';
import { MOST_JOBS } from './job-ids.ts';

interface AddResultDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  orgIds: readonly string[];
  takesSimulated: boolean;
  /** Takes simulated results in too. */
  onSimulated: () => void;
  /** Those side by side. */
  selected: readonly number[];
  onAdd: (jobId: number) => void;
}

/** Finds results by the name of their job and adds them to the comparison. */
export function AddResultDialog({
  open,
  onOpenChange,
  orgIds,
  takesSimulated,
  onSimulated,
  selected,
  onAdd,
}: AddResultDialogProps) {
  const [text, setText] = useState('');
  const asked = useDeferredValue(text.trim());
  const found = useQuery({ ...findResultsQuery(orgIds, asked, takesSimulated), enabled: open });
  const isFull = selected.length >= MOST_JOBS;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Add results">
      <div className="grid gap-2">
        <Input
          aria-label="Job name contains"
          placeholder="Part of a job's name"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {isFull && (
          <p role="status" className="text-sm text-warn">
            {MOST_JOBS} results stand side by side at most: remove one to add another.
          </p>
        )}
        {found.isError ? (
          <ErrorState
            error={found.error}
            title="Results could not be read"
            onRetry={() => void found.refetch()}
          />
        ) : found.data === undefined ? (
          <Skeleton className="h-60!" />
        ) : found.data.rows.length === 0 ? (
          <p className="text-sm text-ink-2">{foundNoneText(asked)}</p>
        ) : (
          <>
            <ul aria-label="Results found" className="max-h-[50dvh] overflow-y-auto">
              {found.data.rows.map((row) => (
                <Found
                  key={row.job_id}
                  row={row}
                  isIn={selected.includes(row.job_id)}
                  isFull={isFull}
                  onAdd={onAdd}
                />
              ))}
            </ul>
            <p role="status" className="text-xs text-ink-3">
              {foundText(found.data.rows.length, found.data.total)}
            </p>
          </>
        )}
        {!takesSimulated && (
          <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
            Simulated results are left out.
            <Button onClick={onSimulated}>Take in simulated results</Button>
          </p>
        )}
      </div>
    </Dialog>
  );
}

function Found({
  row,
  isIn,
  isFull,
  onAdd,
}: {
  row: BenchmarkResult;
  isIn: boolean;
  isFull: boolean;
  onAdd: (jobId: number) => void;
}) {
  return (
    <li className="flex items-center gap-2 border-b border-line py-1.5 text-sm">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{row.job_name}</span>
        <span className="block truncate text-xs text-ink-3">
          {[row.model_code, gpuText(row), frameworkText(row), row.quantization_code]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
      </span>
      <ProvenanceTag provenance={row.provenance} />
      <Button disabled={isIn || isFull} onClick={() => onAdd(row.job_id)} aria-label={`Add ${row.job_name}`}>
        {isIn ? 'Added' : 'Add'}
      </Button>
    </li>
  );
}
