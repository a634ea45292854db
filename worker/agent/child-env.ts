import { MARKER } from './process-table.ts';

/**
 * The environment of a job's processes: the agent's own without anything of Yardstick's (its token above all), plus the
 * marker by which a later agent finds what is left of the job.
 */
export function childEnv(
  own: NodeJS.ProcessEnv,
  marker: string,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const inherited = Object.entries(own).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith('YARDSTICK_'),
  );
  return { ...Object.fromEntries(inherited), ...extra, [MARKER]: marker };
}
