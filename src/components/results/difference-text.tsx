import { clsx } from 'clsx';
import { relativeText, type Difference } from '#lib/compare/difference.ts';

const EVIDENCE = {
  clear: { short: 'clear', long: 'The 95 % intervals lie apart' },
  unclear: { short: 'within intervals', long: 'The 95 % intervals overlap: it may be chance' },
  unknown: {
    short: 'no interval',
    long: 'One of the two has no interval: nobody knows whether it is chance',
  },
} as const;

/** How far a figure is from its baseline, which way, and whether that may be chance: in words, not by colour alone. */
export function DifferenceText({
  difference,
  isUnlike,
  reasons = [],
}: {
  difference: Difference;
  isUnlike: boolean;
  /** Why the two are unlike, where that is known here. */
  reasons?: readonly string[];
}) {
  const { relative, direction, evidence } = difference;
  const word = direction === 'better' || direction === 'worse' ? ` ${direction}` : '';
  const isSure = evidence === 'clear' && !isUnlike;
  const tone = !isSure
    ? 'text-ink-3'
    : direction === 'better'
      ? 'text-good'
      : direction === 'worse'
        ? 'text-bad'
        : 'text-ink-3';
  return (
    <div
      className={clsx('text-xs', tone)}
      title={`${EVIDENCE[evidence].long}${isUnlike ? ['. Unlike the baseline', ...reasons].join('\n') : ''}`}
    >
      {relativeText(relative)}
      {word}
      {direction !== 'same' && (
        <span className="text-ink-3"> · {isUnlike ? 'unlike' : EVIDENCE[evidence].short}</span>
      )}
    </div>
  );
}
