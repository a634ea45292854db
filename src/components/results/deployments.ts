import type { ThroughputLeaderboardRow } from '#contract/views/v-throughput-leaderboard.ts';
import { grouped } from '#lib/grouped.ts';

export type Estimate = ThroughputLeaderboardRow;

/** One deployment and its estimates over concurrency. */
export interface Deployment {
  readonly id: string;
  /** "8 × B200 · vllm 0.11.0 · fp8". */
  readonly name: string;
  readonly rows: readonly Estimate[];
}

const text = (value: string | number | null): string => (value === null ? '—' : String(value));

/** What makes two estimates belong to the same deployment: structured, never a display string. */
export function deploymentId(row: Estimate): string {
  return JSON.stringify([
    row.org_id,
    row.provenance,
    row.gpu_model,
    row.gpu_name,
    row.gpu_count,
    row.framework_code,
    row.framework_version,
    row.quantization_code,
    row.server_hostname,
    row.config_code,
    row.workload_options,
    row.citation,
  ]);
}

/** How a deployment is called: hardware, software, precision, and its config where it has one. */
export function deploymentName(
  row: Pick<
    Estimate,
    'gpu_count' | 'gpu_name' | 'gpu_model' | 'framework_code' | 'framework_version' | 'quantization_code'
  >,
): string {
  const gpus = `${row.gpu_count === null ? '' : `${row.gpu_count} × `}${row.gpu_name ?? row.gpu_model ?? 'unknown GPU'}`;
  const framework = [row.framework_code, row.framework_version].filter((part) => part !== null).join(' ');
  return [gpus, framework === '' ? null : framework, row.quantization_code]
    .filter((part) => part !== null)
    .join(' · ');
}

/** Estimates by deployment, each in order of concurrency; order of first appearance. */
export function deploymentsOf(rows: readonly Estimate[]): Deployment[] {
  const groups = new Map<string, { id: string; name: string; rows: Estimate[] }>();
  for (const row of rows) {
    const id = deploymentId(row);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, { id, name: deploymentName(row), rows: [row] });
    else group.rows.push(row);
  }
  for (const { rows: own } of groups.values())
    own.sort((a, b) => (a.concurrency ?? Infinity) - (b.concurrency ?? Infinity));
  return [...groups.values()];
}

/** What a point is beside its deployment: "concurrency 64, n = 3". */
export function pointLabel(row: Estimate): string {
  return `concurrency ${row.concurrency === null ? text(null) : grouped(row.concurrency)}, n = ${row.n}`;
}
