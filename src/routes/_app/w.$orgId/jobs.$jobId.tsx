import { createFileRoute, notFound } from '@tanstack/react-router';
import { runJobsQuery } from '#src/api/run-jobs-query.ts';
import { ObjectNotFound } from '#src/components/layout/object-not-found.tsx';
import { isRepeatable } from '#src/features/jobs/job-overview.tsx';
import { JobPage, loadTab } from '#src/features/jobs/job-page.tsx';
import { jobSearch } from '#src/features/jobs/job-search.ts';
import { jobQuery, jobResultQuery } from '#src/features/jobs/jobs-queries.ts';
import { objectId } from '#src/url/object-id.ts';

export const Route = createFileRoute('/_app/w/$orgId/jobs/$jobId')({
  validateSearch: jobSearch.validate,
  loader: async ({ context: { queryClient }, params: { orgId, jobId: text }, location }) => {
    const tab = loadTab(jobSearch.read(location.search).tab);
    const jobId = objectId(text);
    const job = await queryClient.query({ ...jobQuery(orgId, jobId), staleTime: 'static' });
    if (job === null) throw notFound();
    if (job.status_code === 'completed') {
      // The charts need it too, and are drawn once both are there; the page does not wait for it.
      void queryClient.query(runJobsQuery(orgId, job.run_id)).catch(() => undefined);
      if (isRepeatable(job))
        void import('#src/features/jobs/job-estimate.tsx')
          .then(({ readEstimate }) => readEstimate(queryClient, job))
          .catch(() => undefined);
      await queryClient.query(jobResultQuery(job)).catch(() => undefined);
    }
    await tab;
    return {
      jobId,
      crumb: job.job_name,
      trail: [
        { text: 'Projects', path: `/w/${orgId}/projects` },
        { text: job.project_name, path: `/w/${orgId}/projects/${job.project_id}` },
        { text: job.run_name, path: `/w/${orgId}/runs/${job.run_id}` },
      ],
    };
  },
  component: JobRoute,
  notFoundComponent: JobNotFound,
});

function JobRoute() {
  const { jobId } = Route.useLoaderData();
  return <JobPage jobId={jobId} />;
}

function JobNotFound() {
  return <ObjectNotFound what="job" id={Route.useParams().jobId} />;
}
