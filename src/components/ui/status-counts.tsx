import { grouped } from '#lib/grouped.ts';
import { Badge } from './badge.tsx';
import { NO_VALUE } from './no-value.ts';

interface Counts {
  pending_count: number;
  running_count: number;
  completed_count: number;
  failed_count: number;
  cancelled_count: number;
}

const PARTS = [
  ['running_count', 'running', 'accent'],
  ['pending_count', 'pending', 'neutral'],
  ['failed_count', 'failed', 'bad'],
  ['completed_count', 'completed', 'good'],
  ['cancelled_count', 'cancelled', 'warn'],
] as const;

/** How many jobs stand in which status; what needs attention first, zeros left out. */
export function StatusCounts({ counts }: { counts: Counts }) {
  const shown = PARTS.filter(([key]) => counts[key] > 0);
  if (shown.length === 0) return NO_VALUE;
  return (
    <span className="inline-flex gap-1 align-middle">
      {shown.map(([key, word, tone]) => (
        <Badge key={key} tone={tone}>
          {grouped(counts[key])} {word}
        </Badge>
      ))}
    </span>
  );
}
