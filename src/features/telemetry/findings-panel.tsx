import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { Finding } from '#lib/telemetry-findings.ts';
import { formatDuration } from '#lib/charts/format-value.ts';
import { counted } from '#src/components/ui/counted.ts';
import { Panel } from '#src/components/ui/panel.tsx';

interface FindingsPanelProps {
  /** null: there is no window to judge. */
  findings: readonly Finding[] | null;
}

/** What stands out in the samples, with the rule that found it and where it shows. */
export function FindingsPanel({ findings }: FindingsPanelProps) {
  if (findings === null) return null;
  return (
    <Panel title="Findings" note={findings.length === 0 ? 'none' : counted(findings.length, 'finding')}>
      {findings.length === 0 ? (
        <p className="flex items-center gap-2 p-3 text-sm text-ink-2">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
          No throttling, no idle or uneven GPUs, no full memory, no growing queue, no silence in the samples.
        </p>
      ) : (
        <ul>
          {findings.map((finding) => (
            <li
              key={`${finding.kind} ${finding.text}`}
              className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 border-t border-line px-3 py-2 text-sm first:border-t-0 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
            >
              {finding.severity === 'warn' ? (
                <TriangleAlert aria-label="Warning" className="mt-0.5 size-4 text-warn" />
              ) : (
                <Info aria-label="Note" className="mt-0.5 size-4 text-ink-3" />
              )}
              <div className="min-w-0">
                <p>{finding.text}</p>
                <p className="text-xs text-ink-3">Rule: {finding.rule}.</p>
              </div>
              <span className="col-start-2 text-xs whitespace-nowrap text-ink-3 sm:col-start-auto">
                {finding.from === finding.to
                  ? `at ${formatDuration(finding.from)}`
                  : `${formatDuration(finding.from)} to ${formatDuration(finding.to)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
