import type { CapacityEstimateRow } from '#contract/views/v-inferencex-outputs.ts';
import { stableHash } from '#lib/charts/series-style.ts';
import type { MetricSeries } from '#src/components/chart/metric-series.ts';
import { gpuText, type SetKind } from './compare-sets.ts';
import { frameworkText, layoutText, optionsText } from '#src/components/results/traits.ts';

const NAME_PARTS: readonly ((row: CapacityEstimateRow) => string | null)[] = [
  (row) => row.model_code,
  (row) => gpuText(row),
  frameworkText,
  (row) => row.quantization_code,
  (row) => layoutText(row.workload_options),
  (row) => [row.server_hostname, row.config_code].filter((part) => part !== null).join(' / ') || null,
  (row) => optionsText(row.workload_options),
  (row) => row.provenance,
  (row) => row.citation,
];
const NAME_INDEX: Readonly<Record<SetKind, number>> = {
  models: 0,
  frameworks: 2,
  quantization: 3,
  concurrency: 1,
  hardware: 1,
};
/** Where config and source stand among the parts. */
const [CONFIG, SOURCE] = [5, NAME_PARTS.length - 1];
const NAME_LENGTH = 40;

/**
 * One series for each deployment, by identity (a row of another config or source is never joined into the line), named by what is compared
 * and whatever else differs in the set. The best of each of what is compared first.
 */
export function seriesOf<Row extends CapacityEstimateRow>(
  kind: SetKind,
  rows: readonly Row[],
): (Omit<MetricSeries, 'rows'> & { rows: readonly Row[] })[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const id = JSON.stringify([row.org_id, row.gpu_model, ...NAME_PARTS.map((part) => part(row))]);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [row]);
    else group.push(row);
  }
  const entries = [...groups].flatMap(([id, own]) => {
    const [first] = own;
    return first === undefined ? [] : [{ id, own, first }];
  });
  const varies = NAME_PARTS.map((part) => new Set(entries.map(({ first }) => part(first))).size > 1);
  const nameOf = (first: Row, leftOut: readonly number[]): string =>
    NAME_PARTS.flatMap((part, index) => {
      if (leftOut.includes(index) || (index !== NAME_INDEX[kind] && varies[index] !== true)) return [];
      const text = part(first);
      return text === null ? [] : [text.length > NAME_LENGTH ? `${text.slice(0, NAME_LENGTH)}…` : text];
    }).join(' · ');
  // Configs and sources are long: named only where nothing else tells two series apart.
  let names = entries.map(({ first }) => nameOf(first, [CONFIG, SOURCE]));
  for (const leftOut of [[SOURCE], []]) {
    const count = counts(names);
    names = names.map((name, index) => {
      const first = entries[index]?.first;
      return first === undefined || (count.get(name) ?? 0) < 2 ? name : nameOf(first, leftOut);
    });
  }
  const total = counts(names);
  const used = new Map<string, number>();
  const series = entries.map(({ id, own, first }, index) => {
    const name = names[index] ?? '';
    const nth = (used.get(name) ?? 0) + 1;
    used.set(name, nth);
    return {
      id,
      name: (total.get(name) ?? 0) > 1 ? `${name} (${nth})` : name,
      vendor: first.gpu_vendor,
      architecture: first.gpu_architecture,
      rows: own.sort((a, b) => (a.concurrency ?? Infinity) - (b.concurrency ?? Infinity)),
    };
  });
  return leadersFirst(series, NAME_PARTS[NAME_INDEX[kind]] ?? gpuText);
}

/** The best of each of what is compared first, then the second of each, so that the few drawn at first show all of it. */
function leadersFirst<Series extends { rows: readonly CapacityEstimateRow[] }>(
  series: readonly Series[],
  groupOf: (row: CapacityEstimateRow) => string | null,
): Series[] {
  const best = ({ rows }: Series): number =>
    Math.max(-Infinity, ...rows.map((row) => row.tokens_per_sec_per_gpu ?? -Infinity));
  const seen = new Map<string | null, number>();
  return [...series]
    .sort((a, b) => best(b) - best(a))
    .map((one, order) => {
      const group = one.rows[0] === undefined ? null : groupOf(one.rows[0]);
      const place = seen.get(group) ?? 0;
      seen.set(group, place + 1);
      return { one, place, order };
    })
    .sort((a, b) => a.place - b.place || a.order - b.order)
    .map(({ one }) => one);
}

function counts(names: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  return found;
}

/** Short name of a series in the URL. */
export const seriesToken = (id: string): string => stableHash(id).toString(36);
/** Lines drawn unless more are asked for. */
export const FEW_SERIES = 6;

/** Ids of the series not drawn: with many, all but the first few, unless the URL says which. */
export function hiddenOf(series: readonly MetricSeries[], shown: readonly string[]): ReadonlySet<string> {
  if (shown.includes('all')) return new Set();
  if (shown.length > 0)
    return new Set(series.filter(({ id }) => !shown.includes(seriesToken(id))).map(({ id }) => id));
  return new Set(series.slice(FEW_SERIES).map(({ id }) => id));
}

/** What stands in the URL for a set of hidden series. */
export function shownOf(series: readonly MetricSeries[], hidden: ReadonlySet<string>): string[] {
  const shown = series.filter(({ id }) => !hidden.has(id));
  if (shown.length === 0) return ['none'];
  return shown.length === series.length ? ['all'] : shown.map(({ id }) => seriesToken(id));
}
