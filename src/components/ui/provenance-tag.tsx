import { PROVENANCES, type Provenance } from '#contract/jobs.ts';
import { Badge } from './badge.tsx';
import { NO_VALUE } from './no-value.ts';

const LOOKS: Record<
  Provenance,
  { tone: 'good' | 'neutral' | 'accent' | 'warn'; dashed?: true; meaning: string }
> = {
  measured: { tone: 'good', meaning: 'Run by a worker of this platform on real hardware' },
  published: { tone: 'neutral', meaning: 'A figure from a public source, with its citation' },
  imported: { tone: 'accent', meaning: 'From a result file a person brought' },
  simulated: {
    tone: 'warn',
    dashed: true,
    meaning: 'From a simulated engine: not a measurement of hardware',
  },
};

/** Where a figure comes from. Shown wherever results are. */
export function ProvenanceTag({ provenance }: { provenance: Provenance }) {
  const { tone, dashed, meaning } = LOOKS[provenance];
  return (
    <Badge tone={tone} title={meaning} className={dashed && 'border-dashed border-current!'}>
      {provenance}
    </Badge>
  );
}

/** The provenances of several results, each once, in the registry's order; "—" where there are none. */
export function ProvenanceTags({ provenances }: { provenances: readonly string[] | null }) {
  const known = PROVENANCES.filter((one) => provenances?.includes(one));
  if (known.length === 0) return NO_VALUE;
  return (
    <span className="inline-flex gap-1 align-middle">
      {known.map((one) => (
        <ProvenanceTag key={one} provenance={one} />
      ))}
    </span>
  );
}
