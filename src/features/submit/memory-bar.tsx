import { formatGb } from './gb-text.ts';
import type { MemoryFit } from './memory-fit.ts';

/** Weights and KV cache against what is usable; what does not fit sticks out beyond the mark. */
export function MemoryBar({ fit }: { fit: MemoryFit }) {
  const { weightsGb, kvGb, needGb, usableGb } = fit;
  if (needGb === null || usableGb === null || weightsGb === null) return null;
  const scale = Math.max(needGb, usableGb);
  const percent = (gb: number) => `${(100 * gb) / scale}%`;
  const parts = [
    { label: 'weights', gb: weightsGb, look: 'bg-accent' },
    { label: 'KV cache', gb: kvGb, look: 'bg-accent opacity-50' },
  ];
  const spare = usableGb - needGb;
  return (
    <figure className="grid gap-1.5">
      <div
        role="img"
        aria-label={`Memory: ${formatGb(needGb)} GB needed of ${formatGb(usableGb)} GB usable`}
        className="relative flex h-4 overflow-hidden rounded-sm border border-line bg-raised"
      >
        {parts.map(
          (part) =>
            part.gb !== null && (
              <span key={part.label} className={part.look} style={{ width: percent(part.gb) }} />
            ),
        )}
        {spare < 0 && (
          <span
            className="absolute inset-y-0 right-0 border-l-2 border-ink bg-bad opacity-80"
            style={{ left: percent(usableGb) }}
          />
        )}
      </div>
      <figcaption className="flex flex-wrap gap-x-3 text-xs text-ink-3">
        {parts.map((part) => (
          <span key={part.label} className="inline-flex items-center gap-1">
            <span aria-hidden className={`size-2 rounded-sm ${part.look}`} />
            {part.label} {part.gb === null ? 'not known' : `${formatGb(part.gb)} GB`}
          </span>
        ))}
        <span className={spare < 0 ? 'text-bad' : undefined}>
          {spare < 0 ? `${formatGb(-spare)} GB too much` : `${formatGb(spare)} GB free`}
        </span>
      </figcaption>
    </figure>
  );
}
