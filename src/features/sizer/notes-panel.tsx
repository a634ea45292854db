import type { SolveResponse } from '#contract/sizer/solve-response.ts';
import { figures } from '#lib/decimal-text.ts';
import { grouped } from '#lib/grouped.ts';
import { counted } from '#src/components/ui/counted.ts';
import { KeyValue } from '#src/components/ui/facts.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { plainText } from './answer-format.ts';

const SOURCES = {
  explicit: 'token lengths as given',
  workload_mix: 'token lengths of the workload mix',
  default: 'token lengths of the default profile',
} as const;

/** What was worked out for: the load, the limits, and what was taken for granted. */
export function NotesPanel({ response }: { response: SolveResponse }) {
  const profile = response.evaluated_profile;
  const limit = (value: number | null, unit: string) => (value === null ? null : `${grouped(value)} ${unit}`);
  return (
    <Panel title="Worked out for" note={`model of the figures ${response.model_version}`}>
      <div className="grid gap-4 p-3 md:grid-cols-2">
        {profile !== null && (
          <KeyValue
            className="content-start"
            items={[
              { label: 'In flight', value: grouped(profile.conc) },
              {
                label: 'Tokens',
                value: `${grouped(profile.isl)} in, ${grouped(profile.osl)} out; ${SOURCES[profile.source]}`,
              },
              {
                label: 'Workload mix',
                value: profile.workload_mix === null ? null : plainText(profile.workload_mix),
              },
              { label: 'Throughput target', value: limit(profile.target_tokens_per_sec, 'tokens/s') },
              { label: 'p99 end to end', value: limit(profile.max_latency_p99_ms, 'ms') },
              { label: 'TTFT limit', value: limit(profile.ttft_slo_ms, 'ms') },
              { label: 'TPOT limit', value: limit(profile.tpot_slo_ms, 'ms') },
              {
                label: 'Growth',
                value: `${grouped(profile.growth_pct)} % a year over ${counted(profile.horizon_years, 'year')}: load × ${figures(profile.growth_factor, 3)}`,
              },
            ]}
          />
        )}
        <section aria-label="Assumptions" className="grid content-start gap-1 text-sm">
          <h3 className="font-medium">Assumed</h3>
          {response.assumptions.length === 0 ? (
            <p className="text-ink-3">Nothing: all was given.</p>
          ) : (
            <ul className="grid list-disc gap-1 pl-5 text-ink-2">
              {response.assumptions.map((one, index) => (
                <li key={index}>{one}</li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </Panel>
  );
}

/** Caveats of an answer, above it. */
export function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <section aria-label="Warnings" className="rounded border border-line bg-warn-soft px-3 py-2 text-sm">
      <ul className={`grid gap-1 ${warnings.length > 1 ? 'list-disc pl-5' : ''}`}>
        {warnings.map((warning, index) => (
          <li key={index}>{warning}</li>
        ))}
      </ul>
    </section>
  );
}
