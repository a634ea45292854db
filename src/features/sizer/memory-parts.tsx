import type { SizerMemory } from '#contract/sizer/solve-response.ts';
import { formatGb, formatShare } from './answer-format.ts';

/** Fill of each part: one hue in steps, and hatching for what is not the model's own, so that colour is not alone. */
const PARTS = [
  { key: 'weights_gb', label: 'weights', look: 'bg-accent' },
  { key: 'kv_cache_gb', label: 'KV cache', look: 'bg-accent opacity-65' },
  { key: 'activations_gb', label: 'activations', look: 'bg-accent opacity-40' },
  { key: 'communication_gb', label: 'communication', look: 'bg-ink-3' },
  { key: 'runtime_gb', label: 'runtime', look: 'bg-ink-3 opacity-60' },
] as const;

/** Memory of one GPU: what fills it, what the framework leaves free, what it may not use. */
export function MemoryParts({ memory }: { memory: SizerMemory }) {
  const scale = Math.max(memory.vram_gb, memory.used_gb, memory.usable_gb);
  const percent = (gb: number) => `${(100 * Math.max(0, gb)) / scale}%`;
  const isShort = memory.headroom_gb < 0;
  return (
    <figure className="grid gap-1.5">
      <div
        role="img"
        aria-label={`Memory of one GPU: ${formatGb(memory.used_gb)} GB used of ${formatGb(memory.usable_gb)} GB usable, ${formatGb(memory.headroom_gb)} GB headroom`}
        className="relative flex h-5 overflow-hidden rounded-sm border border-line bg-surface"
      >
        {PARTS.map(({ key, look }) => (
          <span key={key} className={look} style={{ width: percent(memory[key]) }} />
        ))}
        <span
          className="absolute inset-y-0 border-l-2 border-ink"
          style={{ left: percent(memory.usable_gb) }}
        />
        <span
          className="absolute inset-y-0 right-0 bg-raised"
          style={{ left: `calc(${percent(memory.usable_gb)} + 2px)` }}
        />
      </div>
      <figcaption className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-ink-2">
        {PARTS.map(({ key, label, look }) => (
          <span key={key} className="inline-flex items-center gap-1">
            <span aria-hidden className={`size-2 rounded-sm ${look}`} />
            {label} {formatGb(memory[key])}
          </span>
        ))}
        <span className={isShort ? 'font-medium text-bad' : 'font-medium'}>
          headroom {formatGb(memory.headroom_gb)} GB ({formatShare(memory.headroom_pct / 100)})
        </span>
        <span className="text-ink-3">
          of {formatGb(memory.usable_gb)} usable, {formatGb(memory.vram_gb)} in all
        </span>
      </figcaption>
    </figure>
  );
}
