import { differenceFrom, type Difference } from '#lib/compare/difference.ts';
import type { DeploymentFigure } from './overview-queries.ts';

/** A deployment's figure at one load, and the one that was estimated before it. */
export interface ChangedFigure {
  readonly now: DeploymentFigure;
  readonly before: DeploymentFigure;
  readonly difference: Difference;
}

/** The same hardware doing the same work; the version of the framework may have changed, which is what people want to be told of. */
function deploymentKey(row: DeploymentFigure): string {
  return JSON.stringify([
    row.org_id,
    row.provenance,
    row.model_code,
    row.quantization_code,
    row.framework_code,
    row.gpu_model,
    row.gpu_name,
    row.gpu_count,
    row.server_hostname,
    row.config_code,
    row.workload_shape,
    row.workload_options,
    row.concurrency,
  ]);
}

const figure = (row: DeploymentFigure) => ({
  value: row.tokens_per_sec,
  lower: row.confidence_interval_lower,
  upper: row.confidence_interval_upper,
});

/**
 * Deployments whose newest throughput since a time is surely below the one before: their 95 % intervals lie apart. Without both intervals
 * nothing is said. The largest fall first; one line for a deployment's worst load.
 */
export function fallenSince(rows: readonly DeploymentFigure[], sinceMs: number): ChangedFigure[] {
  const groups = new Map<string, DeploymentFigure[]>();
  for (const row of rows) {
    const key = deploymentKey(row);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const worst = new Map<string, ChangedFigure>();
  for (const group of groups.values()) {
    const [now, before] = group.sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
    if (now === undefined || before === undefined || Date.parse(now.created_at) < sinceMs) continue;
    const difference = differenceFrom(figure(before), figure(now), 'higher');
    if (difference?.direction !== 'worse' || difference.evidence !== 'clear') continue;
    const key = deploymentKey({ ...now, concurrency: null });
    const known = worst.get(key);
    if (known === undefined || (difference.relative ?? 0) < (known.difference.relative ?? 0))
      worst.set(key, { now, before, difference });
  }
  return [...worst.values()].sort((a, b) => (a.difference.relative ?? 0) - (b.difference.relative ?? 0));
}
