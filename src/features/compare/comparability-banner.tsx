import { TriangleAlert } from 'lucide-react';
import type { Comparability } from '#lib/compare/comparability.ts';

const MOST_REASONS = 5;

/** Says that results are not like with like, and why; nothing where they are. */
export function ComparabilityBanner({ answer, advice }: { answer: Comparability; advice?: string }) {
  if (answer.isLike) return null;
  const more = answer.reasons.length - MOST_REASONS;
  return (
    <div
      role="note"
      aria-label="Comparability"
      className="flex gap-2 rounded border border-warn bg-warn-soft px-3 py-2 text-sm text-ink"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div className="min-w-0">
        <p className="font-medium">Not like with like</p>
        <ul className="list-disc pl-4 text-ink-2">
          {answer.reasons.slice(0, MOST_REASONS).map((reason) => (
            <li key={reason} className="break-words">
              {reason}
            </li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
        {advice !== undefined && <p className="mt-1 text-ink-2">{advice}</p>}
      </div>
    </div>
  );
}
