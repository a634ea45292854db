import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { AxisZoom } from '#lib/charts/zoom.ts';
import { formatDuration } from '#lib/charts/format-value.ts';
import { Button } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { aroundFinding, type WindowFindings } from './finding-samples.ts';

interface FindingsPanelProps {
  /** null: there is no window to judge. */
  found: WindowFindings | null;
  /** Zooms the traces to where a finding shows. */
  onShow: (zoom: AxisZoom) => void;
}

/** What stands out in the samples, with the rule that found it and where it shows. */
export function FindingsPanel({ found, onShow }: FindingsPanelProps) {
  if (found === null) return null;
  const { findings, spacingS } = found;
  return (
    <Panel
      title="Findings"
      note={[
        findings.length === 0 ? 'none' : counted(findings.length, 'finding'),
        // What is shorter than a bucket is averaged away.
        spacingS > 0 && `judged on means of ${spacingS.toFixed(1)} s`,
      ]
        .filter(Boolean)
        .join(', ')}
    >
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
              <Button
                variant="quiet"
                className="col-start-2 min-h-6! justify-self-start px-1! text-xs! sm:col-start-auto"
                title="Zoom the traces to it"
                onClick={() => onShow(aroundFinding(finding))}
              >
                {finding.from === finding.to
                  ? `at ${formatDuration(finding.from)}`
                  : `${formatDuration(finding.from)} to ${formatDuration(finding.to)}`}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
