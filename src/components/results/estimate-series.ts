import type { MetricSeries } from '#src/components/chart/metric-series.ts';
import type { Deployment } from './deployments.ts';

/** Series of some deployments for a chart; siblings of the same name are told apart by their config or server. */
export function deploymentSeries(deployments: readonly Deployment[]): MetricSeries[] {
  const seen = new Map<string, number>();
  for (const { name } of deployments) seen.set(name, (seen.get(name) ?? 0) + 1);
  return deployments.flatMap(({ id, name, rows }) => {
    const [first] = rows;
    if (first === undefined) return [];
    const more = [first.config_code, first.server_hostname].filter((part) => part !== null).join(', ');
    return [
      {
        id,
        name: (seen.get(name) ?? 0) > 1 && more !== '' ? `${name} (${more})` : name,
        vendor: first.gpu_vendor,
        architecture: first.gpu_architecture,
        rows,
      },
    ];
  });
}
