import { queryOptions } from '@tanstack/react-query';
import { vConcurrencyScaling } from '#contract/views/v-concurrency-scaling.ts';
import { vFrameworkComparison } from '#contract/views/v-framework-comparison.ts';
import { vHardwareUtilization, type HardwareUtilizationRow } from '#contract/views/v-hardware-utilization.ts';
import type { CapacityEstimateRow } from '#contract/views/v-inferencex-outputs.ts';
import { vModelComparison } from '#contract/views/v-model-comparison.ts';
import { vQuantizationComparison } from '#contract/views/v-quantization-comparison.ts';
import { api } from '#src/api/api.ts';
import { eq, isNull, type Condition, type ViewQuery } from '#src/api/view-query.ts';
import type { ComparedSet, SetKind } from './compare-sets.ts';

/** Rows that one comparison works on at most. */
const MOST_ROWS = 1_000;

/** A row of any comparison over a set. What only some views have is null in the others. */
export type ComparedRow = CapacityEstimateRow & {
  readonly rank: number | null;
  readonly relative_to_best: number | null;
  readonly compared_count: number;
  readonly speedup: number | null;
  readonly scaling_efficiency: number | null;
  readonly gain_over_previous: number | null;
  readonly is_peak: boolean;
};
export interface Compared<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

const same = (value: string | number | null): Condition => (value === null ? isNull() : eq(value));
type Filters = ViewQuery<CapacityEstimateRow>['filters'];

/** The conditions that hold a set fixed, column by column. */
export function setFilters(kind: SetKind, { example }: ComparedSet): NonNullable<Filters> {
  const always = {
    org_id: eq(example.org_id),
    provenance: eq(example.provenance),
    workload_shape: eq(example.workload_shape),
  };
  const gpus = {
    gpu_model: same(example.gpu_model),
    gpu_name: same(example.gpu_name),
    gpu_count: same(example.gpu_count),
  };
  const model = { model_code: eq(example.model_code) };
  const framework = { framework_code: same(example.framework_code) };
  const precision = { quantization_code: same(example.quantization_code) };
  if (kind === 'models') return { ...always, ...gpus, ...framework, ...precision };
  if (kind === 'frameworks') return { ...always, ...model, ...gpus, ...precision };
  if (kind === 'quantization')
    return { ...always, ...model, ...gpus, ...framework, framework_version: same(example.framework_version) };
  return kind === 'hardware' ? { ...always, ...model, ...precision } : { ...always, ...model };
}

const NOTHING = {
  rank: null,
  relative_to_best: null,
  speedup: null,
  scaling_efficiency: null,
  gain_over_previous: null,
  is_peak: false,
};

/** The query of one set, over all loads. */
export function setQuery(kind: SetKind, set: ComparedSet) {
  return {
    filters: setFilters(kind, set),
    order: [
      { column: 'concurrency' as const, direction: 'asc' as const },
      { column: 'job_id' as const, direction: 'asc' as const },
    ],
    range: [0, MOST_ROWS - 1] as const,
    count: 'exact' as const,
  };
}

/** The rows of one set, over all loads. */
export function comparedQuery(kind: Exclude<SetKind, 'hardware'>, set: ComparedSet) {
  const query = setQuery(kind, set);
  return queryOptions({
    queryKey: ['compared', kind, query],
    queryFn: async ({ signal }): Promise<Compared<ComparedRow>> => {
      const page = await readSet(kind, query, signal);
      const rows = page.rows.map((row): ComparedRow => ({ ...NOTHING, ...row }));
      return { rows, total: page.total ?? rows.length };
    },
    staleTime: 60_000,
  });
}

function readSet(
  kind: Exclude<SetKind, 'hardware'>,
  query: ViewQuery<CapacityEstimateRow>,
  signal: AbortSignal,
) {
  if (kind === 'models') return api().readView(vModelComparison, query, { signal });
  if (kind === 'frameworks') return api().readView(vFrameworkComparison, query, { signal });
  if (kind === 'quantization') return api().readView(vQuantizationComparison, query, { signal });
  return api().readView(vConcurrencyScaling, query, { signal });
}

/** Use of the hardware by every estimate of one model in one precision under one shape. */
export function hardwareQuery(set: ComparedSet) {
  const query = setQuery('hardware', set);
  return queryOptions({
    queryKey: ['compared', 'hardware', query],
    queryFn: async ({ signal }): Promise<Compared<HardwareUtilizationRow>> => {
      const page = await api().readView(vHardwareUtilization, query, { signal });
      return { rows: page.rows, total: page.total ?? page.rows.length };
    },
    staleTime: 60_000,
  });
}
