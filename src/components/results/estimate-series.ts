import type { MetricSeries } from '#src/components/chart/metric-series.ts';
import type { Deployment } from './deployments.ts';

/** How deployments are called in a chart: siblings of the same name are told apart by their config or server, and what is not measured is said. */
export function seriesNames(deployments: readonly Deployment[]): string[] {
  const seen = new Map<string, number>();
  for (const { name } of deployments) seen.set(name, (seen.get(name) ?? 0) + 1);
  const differs = new Set(deployments.map(({ rows }) => rows[0]?.provenance)).size > 1;
  return deployments.map(({ name, rows: [first] }) => {
    if (first === undefined) return name;
    const more = [first.config_code, first.server_hostname].filter((part) => part !== null).join(', ');
    const origin = differs || first.provenance !== 'measured' ? ` · ${first.provenance}` : '';
    return ((seen.get(name) ?? 0) > 1 && more !== '' ? `${name} (${more})` : name) + origin;
  });
}

/** Series of some deployments for a chart. */
export function deploymentSeries(deployments: readonly Deployment[]): MetricSeries[] {
  const names = seriesNames(deployments);
  return deployments.flatMap(({ id, name, rows }, index) => {
    const [first] = rows;
    if (first === undefined) return [];
    return [
      {
        id,
        name: names[index] ?? name,
        vendor: first.gpu_vendor,
        architecture: first.gpu_architecture,
        rows,
      },
    ];
  });
}
