import { queryOptions } from '@tanstack/react-query';
import type { KnownIssue } from '#contract/views/v-known-issues.ts';

/** Known issues by the job they are of. */
export type KnownIssues = ReadonlyMap<number, readonly KnownIssue[]>;

export const NO_ISSUES: KnownIssues = new Map();

const KEY = 'known-issues';

/** What is known to be wrong with figures of these workspaces. */
export const knownIssuesQuery = (orgIds: readonly string[]) =>
  queryOptions({
    queryKey: [KEY, ...orgIds],
    // Fetched after the page: its figures stand without it.
    queryFn: async ({ signal }) => (await import('./read-known-issues.ts')).readKnownIssues(orgIds, signal),
    select: byJob,
    staleTime: 60_000,
  });

/** Of all queries of known issues, to read them again after a change. */
export const KNOWN_ISSUES_KEY = [KEY] as const;

function byJob(rows: readonly KnownIssue[]): KnownIssues {
  const jobs = new Map<number, KnownIssue[]>();
  for (const row of rows) {
    const issues = jobs.get(row.job_id);
    if (issues === undefined) jobs.set(row.job_id, [row]);
    else issues.push(row);
  }
  return jobs;
}

/** The texts of what is known of any of these jobs, each once. */
export function issueTexts(issues: KnownIssues, jobIds: readonly number[]): string[] {
  return [...new Set(jobIds.flatMap((id) => (issues.get(id) ?? []).map(({ issue_text: text }) => text)))];
}
