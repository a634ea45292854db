import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import type { Recommendation } from '#contract/sizer/solve-response.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { AnswerTable } from './answer-table.tsx';
import { compareRows } from './compare-rows.ts';
import { chosenRow } from './chosen-row.ts';
import { solveQuery } from './sizer-queries.ts';
import { requestOf } from './sizer-request.ts';
import { unpackAsked } from './sizer-search.ts';

interface ComparePanelProps {
  /** The pinned answer, as `packAsked` wrote it, and its recommendation. */
  pin: string;
  pinPick: string;
  /** What the page shows now; null where it shows none. */
  row: Recommendation | null;
  onUnpin: () => void;
  onSwap: () => void;
}

/** The pinned answer beside the one on the page: both follow from the address. */
export function ComparePanel({ pin, pinPick, row, onUnpin, onSwap }: ComparePanelProps) {
  const { orgId } = useWorkspace();
  const request = useMemo(() => requestOf(unpackAsked(pin), orgId), [pin, orgId]);
  const pinned = useQuery(solveQuery(request));
  const left = pinned.data === undefined ? null : chosenRow(pinned.data, pinPick);
  return (
    <Panel
      title="Side by side"
      note="the pinned answer left, the one above right"
      actions={
        <>
          <Button variant="quiet" onClick={onSwap}>
            Go back to the pinned one
          </Button>
          <Button variant="quiet" onClick={onUnpin}>
            <X aria-hidden />
            Unpin
          </Button>
        </>
      }
    >
      {pinned.isError ? (
        <ErrorState
          error={pinned.error}
          title="The pinned answer could not be had again"
          onRetry={() => void pinned.refetch()}
        />
      ) : pinned.data === undefined ? (
        <div role="status" aria-label="Reading the pinned answer" className="grid gap-2 p-3">
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} />
          ))}
        </div>
      ) : left === null || row === null ? (
        <p className="p-3 text-sm text-ink-2">
          {left === null
            ? 'The pinned request has no recommendation.'
            : 'The request above has no recommendation yet.'}
        </p>
      ) : (
        <Comparison left={left} right={row} />
      )}
    </Panel>
  );
}

function Comparison({ left, right }: { left: Recommendation; right: Recommendation }) {
  const mark = (isBetter: boolean) =>
    isBetter && <span className="ml-1.5 text-xs font-normal text-good">better</span>;
  return (
    <AnswerTable
      label="Two answers side by side"
      head={[
        { header: 'Figure' },
        { header: 'Pinned' },
        { header: 'This' },
        { header: 'Difference', isNumber: true },
      ]}
    >
      {compareRows(left, right).map((line) => (
        <tr key={line.label} className={line.left === line.right ? 'text-ink-3' : undefined}>
          <th scope="row" className="font-normal! text-ink-3">
            {line.label}
          </th>
          <td>
            {line.left}
            {mark(line.better === 'left')}
          </td>
          <td>
            {line.right}
            {mark(line.better === 'right')}
          </td>
          <td className="text-right whitespace-nowrap">{line.left === line.right ? '' : line.difference}</td>
        </tr>
      ))}
    </AnswerTable>
  );
}
