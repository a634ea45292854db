import { formatMetric } from '#contract/metrics.ts';
import { relativeText } from '#lib/compare/difference.ts';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import { movementText, movementWords, type Movement } from './board-history.ts';
import type { Measure } from './measures.ts';

/** "▲ 2", with the words for who hears it. */
export function MovementCell({ movement, day }: { movement: Movement | undefined; day: string }) {
  const text = movement === undefined ? null : movementText(movement);
  if (movement === undefined || text === null) return NO_VALUE;
  const places = movement.places ?? 0;
  const isGood = places > 0 || movement.kind === 'entered';
  const isBad = places < 0 || movement.kind === 'left';
  const words = movementWords(movement, day);
  return (
    <span title={words} className={isGood ? 'text-good' : isBad ? 'text-bad' : 'text-ink-3'}>
      <span aria-hidden>{text}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

const EVIDENCE = {
  clear: 'the 95 % intervals lie apart',
  unclear: 'the 95 % intervals overlap: it may be chance',
  unknown: 'one of the two has no interval: it may be chance',
} as const;

/** The earlier figure, and how far today's is from it; in colour only where the intervals lie apart. */
export function BeforeCell({ measure, movement }: { measure: Measure; movement: Movement | undefined }) {
  const before = movement?.before?.measured ?? null;
  if (before === null) return NO_VALUE;
  const difference = movement?.difference ?? null;
  const tone =
    difference?.evidence !== 'clear'
      ? 'text-ink-3'
      : difference.direction === 'better'
        ? 'text-good'
        : difference.direction === 'worse'
          ? 'text-bad'
          : 'text-ink-3';
  return (
    <>
      {formatMetric(measure, before.value)}
      {difference !== null && difference.relative !== 0 && (
        <span className={`ml-1.5 text-xs ${tone}`} title={EVIDENCE[difference.evidence]}>
          {relativeText(difference.relative)}
        </span>
      )}
    </>
  );
}
