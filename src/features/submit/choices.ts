import type { Framework } from '#contract/views/catalogs.ts';
import type { LaunchKind } from '#contract/jobs.ts';
import type { ServerCurrentStatus } from '#contract/views/v-server-current-status.ts';

/** A row of the status view that has a config: what a job can run on. */
export type ServerConfig = ServerCurrentStatus & {
  config_code: string;
  server_config_id: number;
  launch_kind: LaunchKind;
};

export function isConfig(row: ServerCurrentStatus): row is ServerConfig {
  return row.config_code !== null && row.server_config_id !== null && row.launch_kind !== null;
}

export const LAUNCH_WORDS: Record<LaunchKind, string> = {
  simulated: 'simulated engine',
  endpoint: 'running endpoint',
  process: 'launched process',
};

/** Why no job can be sent to this config now; null when it can. */
export function unusableReason(row: ServerCurrentStatus): string | null {
  if (!isConfig(row)) return 'No config yet';
  if (row.status_code === 'never_connected') return 'No worker has connected yet';
  if (row.status_code === 'offline') return 'Offline: its worker does not report';
  if (row.capabilities !== null && !row.capabilities.launch_kinds.includes(row.launch_kind))
    return `Its worker does not bring up a ${LAUNCH_WORDS[row.launch_kind]}`;
  return null;
}

export function selectableConfigs(servers: readonly ServerCurrentStatus[]): ServerConfig[] {
  return servers.filter(isConfig).filter((row) => unusableReason(row) === null);
}

/** The config that the form chooses by itself: where there is one only. */
export function onlyConfig(servers: readonly ServerCurrentStatus[]): ServerConfig | undefined {
  const usable = selectableConfigs(servers);
  return usable.length === 1 ? usable[0] : undefined;
}

export interface Choice {
  value: string;
  label: string;
  detail?: string;
  /** Shown, but cannot be chosen. */
  disabledReason?: string;
  /** Can be chosen, and would be refused as things stand. */
  warning?: string;
}

/** Frameworks; one that cannot be launched is for endpoints. With no config chosen yet, all are open. */
export function frameworkChoices(frameworks: readonly Framework[], kind: LaunchKind | null): Choice[] {
  return frameworks.map((one) => ({
    value: one.framework_code,
    label: one.framework_name,
    disabledReason:
      one.launchable || kind === null || kind === 'endpoint' ? undefined : 'for running endpoints only',
  }));
}
