import type { Rejected, Relaxation } from '#contract/sizer/solve-response.ts';
import { grouped } from '#lib/grouped.ts';
import { Badge } from '#src/components/ui/badge.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { featureWords, plainText } from './answer-format.ts';
import { AnswerTable } from './answer-table.tsx';
import { useFirst } from './show-all.tsx';
import type { FeatureChange } from './sizer-request.ts';

interface RejectedPanelProps {
  rejected: readonly Rejected[];
  onChange: (changes: readonly FeatureChange[]) => void;
}

/** What was considered and fell out, why, and the least that would have to change. */
export function RejectedPanel({ rejected, onChange }: RejectedPanelProps) {
  const { shown, more } = useFirst(rejected, 8);
  if (rejected.length === 0) return null;
  return (
    <Panel
      title="Rejected"
      note={`${counted(rejected.length, 'candidate')}, the best of each GPU that fails`}
    >
      <AnswerTable
        label="Rejected candidates"
        head={[
          { header: 'GPU' },
          { header: 'GPUs it would take', isNumber: true },
          { header: 'Served by' },
          { header: 'Why not' },
          { header: 'What would make it fit' },
        ]}
      >
        {shown.map((row) => (
          <tr key={row.candidate_id}>
            <th scope="row" className="whitespace-nowrap">
              {row.gpu_display_name}
            </th>
            <td className="text-right whitespace-nowrap">
              {row.gpus_needed === null ? NO_VALUE : grouped(row.gpus_needed)}
              {row.nodes_needed !== null && (
                <span className="text-xs text-ink-3"> on {counted(row.nodes_needed, 'node')}</span>
              )}
            </td>
            <td className="whitespace-nowrap text-ink-2">
              {[row.framework, row.precision].filter((part) => part !== null).join(' ') || NO_VALUE}
            </td>
            <td className="min-w-64">
              <ul className="grid gap-0.5">
                {row.constraint_failures.map((failure, index) => (
                  <li key={index}>
                    <Badge className="mr-1.5">{failure.constraint}</Badge>
                    {failure.message}
                  </li>
                ))}
              </ul>
            </td>
            <td className="min-w-52">
              {row.relaxation === null ? (
                <span className="text-ink-3">nothing that could be changed here</span>
              ) : (
                <RelaxationButton
                  relaxation={row.relaxation}
                  label={`Make ${row.gpu_display_name} fit`}
                  onChange={onChange}
                />
              )}
            </td>
          </tr>
        ))}
      </AnswerTable>
      {more}
    </Panel>
  );
}

/** One press makes the changes; what they are stands on it. */
export function RelaxationButton({
  relaxation,
  label,
  onChange,
}: {
  relaxation: Relaxation;
  label: string;
  onChange: (changes: readonly FeatureChange[]) => void;
}) {
  const changes = relaxation.changes.map((change) => ({ feature: change.feature, to: change.to }));
  return (
    <div className="grid justify-items-start gap-1">
      <span className="text-ink-2">{relaxation.message}</span>
      <Button
        aria-label={`${label}: ${changeWords(changes)}`}
        className="h-auto! text-left whitespace-normal!"
        onClick={() => onChange(changes)}
      >
        {changeWords(changes)}
      </Button>
    </div>
  );
}

/** "p99 limit to 9,000, Budget removed". */
export function changeWords(changes: readonly FeatureChange[]): string {
  return changes
    .map(({ feature, to }) =>
      to === null || to === undefined || (Array.isArray(to) && to.length === 0)
        ? `${featureWords(feature)} removed`
        : `${featureWords(feature)} to ${plainText(to)}`,
    )
    .join(', ');
}
