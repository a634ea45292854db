import type { JobStatus } from '#contract/jobs.ts';
import type { ProjectRunWithStatus } from '#contract/views/v-project-runs-with-status.ts';

/** Statuses as a run counts them: queued and running are one. */
export const STATUS_GROUPS = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export type StatusGroup = (typeof STATUS_GROUPS)[number];

/** The job statuses of the chosen groups. */
export function statusesOf(groups: readonly StatusGroup[]): JobStatus[] {
  return groups.flatMap((group): JobStatus[] => (group === 'running' ? ['queued', 'running'] : [group]));
}

/** Groups that have jobs, with how many. */
export function statusGroups(run: ProjectRunWithStatus): { group: StatusGroup; count: number }[] {
  return STATUS_GROUPS.map((group) => ({ group, count: run[`${group}_count`] })).filter(
    ({ count }) => count > 0,
  );
}
