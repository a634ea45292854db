import { vJobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { grouped } from '#lib/grouped.ts';
import { api } from '#src/api/api.ts';
import { contains, eq } from '#src/api/view-query.ts';

export interface RunOfNames {
  project: string;
  run: string;
  /** What all names begin with: narrows the read; the comparison is by whole names. */
  prefix: string;
}

/** Names of jobs in a run, lower case as the server compares them. */
export async function readTakenNames(
  orgId: string,
  asked: RunOfNames,
  signal: AbortSignal,
): Promise<string[]> {
  const most = 1_000;
  const { rows } = await api().readView(
    vJobCurrentStatus,
    {
      filters: {
        org_id: eq(orgId),
        project_name: contains(asked.project),
        run_name: contains(asked.run),
        job_name: contains(asked.prefix),
      },
      limit: most,
    },
    { signal },
  );
  // Those beyond would be taken for free.
  if (rows.length === most) throw new Error(`the run has ${grouped(most)} such names or more.`);
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  return rows
    .filter((row) => same(row.project_name, asked.project) && same(row.run_name, asked.run))
    .map((row) => row.job_name.toLowerCase());
}
