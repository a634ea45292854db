import { vJobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { vProjectRunsWithStatus } from '#contract/views/v-project-runs-with-status.ts';
import { vProjects } from '#contract/views/v-projects.ts';
import { api } from '#src/api/api.ts';
import { contains, eq } from '#src/api/view-query.ts';
import type { Command, CommandSource } from '#src/components/layout/commands.ts';
import { counted } from '#src/components/ui/counted.ts';

/** Objects of each kind offered at most. */
const MOST = 6;

/** Projects, runs and jobs whose name holds the text, or the job of that number; newest first. */
export const findProjects: CommandSource['search'] = async (text, orgId, signal) => {
  const org_id = eq(orgId);
  const isNumber = /^\d{1,9}$/.test(text);
  const [projects, runs, jobs] = await Promise.all([
    api().readView(
      vProjects,
      {
        filters: { org_id, project_name: contains(text) },
        order: [
          { column: 'last_activity_at', direction: 'desc' },
          { column: 'project_id', direction: 'desc' },
        ],
        limit: MOST,
      },
      { signal },
    ),
    api().readView(
      vProjectRunsWithStatus,
      {
        filters: { org_id, run_name: contains(text) },
        order: [{ column: 'run_id', direction: 'desc' }],
        limit: MOST,
      },
      { signal },
    ),
    api().readView(
      vJobCurrentStatus,
      {
        filters: { org_id, ...(isNumber ? { job_id: eq(Number(text)) } : { job_name: contains(text) }) },
        order: [{ column: 'job_id', direction: 'desc' }],
        limit: MOST,
      },
      { signal },
    ),
  ]);
  return [
    ...projects.rows.map((project): Command => ({
      id: `project-${project.project_id}`,
      label: project.project_name,
      group: 'Projects',
      detail: counted(project.run_count, 'run'),
      run: (navigate) =>
        void navigate({
          to: '/w/$orgId/projects/$projectId',
          params: { orgId, projectId: String(project.project_id) },
        }),
    })),
    ...runs.rows.map((run): Command => ({
      id: `run-${run.run_id}`,
      label: run.run_name,
      group: 'Runs',
      detail: run.project_name,
      run: (navigate) =>
        void navigate({ to: '/w/$orgId/runs/$runId', params: { orgId, runId: String(run.run_id) } }),
    })),
    ...jobs.rows.map((job): Command => ({
      id: `job-${job.job_id}`,
      label: job.job_name,
      group: 'Jobs',
      keywords: String(job.job_id),
      detail: `${job.project_name} / ${job.run_name} · ${job.status_code}`,
      run: (navigate) =>
        void navigate({ to: '/w/$orgId/jobs/$jobId', params: { orgId, jobId: String(job.job_id) } }),
    })),
  ];
};
