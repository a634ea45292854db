import { MARKER } from './process-table.ts';

/**
 * What the platform's own programs are told and a model server or a benchmark never needs: an agent started beside the
 * platform may have inherited it. Whoever starts the agent leaves it out as well; this is the second lock.
 */
const PLATFORM_SECRET =
  /^(?:YARDSTICK_|JWT_|ENCRYPTION_KEY$|DATABASE_(?:.*_)?URL$|PG(?:PASS|SSLPASS|SERVICEFILE)|POSTGRES(?:QL)?_(?:PASSWORD|URL)$)/i;

/**
 * The environment of a job's processes: the agent's own without anything of Yardstick's (its token above all) and
 * without secrets of the platform, plus what the job names and the marker by which a later agent finds what is left.
 */
export function childEnv(
  own: NodeJS.ProcessEnv,
  marker: string,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const inherited = Object.entries(own).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !PLATFORM_SECRET.test(entry[0]),
  );
  return { ...Object.fromEntries(inherited), ...extra, [MARKER]: marker };
}
