import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { vQuotaUsage } from '#contract/views/v-quota-usage.ts';
import { api } from '#src/api/api.ts';
import { failureLine } from '#src/api/describe-error.ts';
import { eq } from '#src/api/view-query.ts';
import { counted } from '#src/components/ui/counted.ts';
import type { Check } from './check.ts';
import type { ServerConfig } from './choices.ts';
import { sweepEstimate } from './sweep-estimate.ts';
import { earlierSecondsQuery } from './sweep-queries.ts';

/** What of a config says how much of the quota a job there uses. */
export type JobPlace = Pick<ServerConfig, 'config_code' | 'launch_kind' | 'gpu_count'>;
type Usage = z.output<typeof vQuotaUsage.row>;
/** What was read, or the sentence that says why it could not be. */
type Read<Data> = Data | string;

const base = { id: 'quota', title: 'GPU hours' } as const;
const hours = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const needed = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });

/** What the quota of the month says of so many jobs; null where there is none, which goes without saying. */
export async function readQuotaCheck(
  client: QueryClient,
  orgId: string,
  place: JobPlace | null,
  jobs: number,
): Promise<Check | null> {
  const usage = await orWhy(
    client.query({
      queryKey: ['quota', orgId],
      queryFn: async ({ signal }) =>
        (await api().readView(vQuotaUsage, { filters: { org_id: eq(orgId) } }, { signal })).rows[0] ?? null,
    }),
  );
  const isAsked = usage !== null && typeof usage !== 'string' && usage.gpu_hours_per_month !== null;
  const earlier =
    isAsked && place !== null ? await orWhy(client.query(earlierSecondsQuery(orgId, place.config_code))) : [];
  return quotaCheck(usage, place, earlier, jobs);
}

const orWhy = <Data>(read: Promise<Data>): Promise<Read<Data>> => read.catch(failureLine);

/** The server refuses every job, simulated ones too, once the quota is used up; what is sent before runs to its end. */
export function quotaCheck(
  usage: Read<Usage | null>,
  place: Omit<JobPlace, 'config_code'> | null,
  earlierSeconds: Read<readonly number[]>,
  jobs: number,
): Check | null {
  if (typeof usage === 'string')
    return { ...base, level: 'unknown', text: `What is left of the quota could not be read: ${usage}` };
  if (usage?.gpu_hours_per_month == null) return null;
  const { gpu_hours_used: used, gpu_hours_per_month: most } = usage;
  const spent = `${hours.format(used)} of ${hours.format(most)} are used this month`;
  if (used >= most)
    return {
      ...base,
      level: 'block',
      text: `${spent}: jobs are refused until it ends (UTC). An admin can raise the quota (Admin, Quotas).`,
    };
  if (place === null) return { ...base, level: 'ok', text: `${spent}.` };
  if (place.launch_kind === 'simulated' || place.gpu_count === null) {
    const what = place.launch_kind === 'simulated' ? 'a simulated job' : 'a job whose GPUs are not known';
    return { ...base, level: 'ok', text: `${spent}; ${what} uses none.` };
  }
  if (typeof earlierSeconds === 'string')
    return {
      ...base,
      level: 'unknown',
      text: `${spent}. How long earlier jobs took could not be read: ${earlierSeconds}`,
    };
  const need = sweepEstimate(jobs, 1, earlierSeconds, place.gpu_count, null).gpuHours;
  if (need === null)
    return { ...base, level: 'unknown', text: `${spent}; what a job on this config takes is not known yet.` };
  const takes = `${counted(jobs, 'job')} ${jobs === 1 ? 'takes' : 'take'} about ${needed.format(need)}`;
  return used + need > most
    ? {
        ...base,
        level: 'warn',
        text: `${spent}; ${takes} more. Jobs sent once all are used are refused: send fewer, or let an admin raise the quota (Admin, Quotas).`,
      }
    : { ...base, level: 'ok', text: `${spent}; ${takes}.` };
}
