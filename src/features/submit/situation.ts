import type { AiModel, Framework, FrameworkVersion, Quantization } from '#contract/views/catalogs.ts';
import type { ServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import type { Check } from './check.ts';
import { isConfig, type ServerConfig } from './choices.ts';
import type { SubmitValues } from './submit-schema.ts';
import type { PlannedJob, Shape } from './sweep.ts';

/** The jobs that the fields ask for. */
export interface Plan {
  /** False until the code that reads the fields is there: then nothing is said of them. */
  isKnown: boolean;
  /** Null where the fields hold no number. */
  concurrencies: readonly number[] | null;
  isl: number | null;
  osl: number | null;
  /** All lengths, the first fields' first; null where a field holds no lengths. */
  shapes: readonly Shape[] | null;
  /** Of each load. */
  repeats: number;
  /** Whether they ask for several jobs, whatever of them is switched off: then names have an end that tells them apart. */
  isList: boolean;
  /** The jobs that will be sent, in order. */
  jobs: readonly PlannedJob[];
  /** Requests and warm-up of each job, where set. */
  numRequests: number | null;
  numWarmups: number | null;
  names: readonly string[];
}

/** What the fields say together with what is known of servers, models and names. */
export interface Situation extends Plan {
  values: SubmitValues;
  config: ServerConfig | null;
  model: AiModel | null;
  framework: Framework | null;
  quantization: Quantization | null;
  servers: readonly ServerCurrentStatus[];
  versions: readonly FrameworkVersion[];
  quantizations: readonly Quantization[];
  frameworks: readonly Framework[];
  /** Names in that run, lower case; null while they are not known, and why where they could not be read. */
  takenNames: ReadonlySet<string> | Error | null;
  /** What the quota says; null where that is not known yet, or there is none. */
  quota: Check | null;
}

/** The config the fields name, whatever its state; null when there is none. */
export function chosenConfig(
  servers: readonly ServerCurrentStatus[],
  values: Pick<SubmitValues, 'p_server_hostname' | 'p_config_code'>,
): ServerConfig | null {
  return (
    servers
      .filter(isConfig)
      .find((row) => row.hostname === values.p_server_hostname && row.config_code === values.p_config_code) ??
    null
  );
}

/** Live workers of the workspace that have the tool. */
export function workersWith(servers: readonly ServerCurrentStatus[], tool: string): string[] {
  const isLive = (row: ServerCurrentStatus): boolean =>
    row.status_code !== 'never_connected' && row.status_code !== 'offline';
  return [
    ...new Set(
      servers.flatMap((row) =>
        isLive(row) && row.capabilities?.tools.includes(tool) === true ? [row.hostname] : [],
      ),
    ),
  ];
}
