import { createFileRoute, notFound } from '@tanstack/react-router';
import { runJobsQuery } from '#src/api/run-jobs-query.ts';
import { ObjectNotFound } from '#src/components/layout/object-not-found.tsx';
import { RunPage } from '#src/features/runs/run-page.tsx';
import { runSearch } from '#src/features/runs/run-search.ts';
import { runQuery } from '#src/features/runs/runs-queries.ts';
import { objectId } from '#src/url/object-id.ts';

export const Route = createFileRoute('/_app/w/$orgId/runs/$runId')({
  validateSearch: runSearch.validate,
  loader: async ({ context: { queryClient }, params: { orgId, runId: text } }) => {
    const runId = objectId(text);
    const [run] = await Promise.all([
      queryClient.query({ ...runQuery(orgId, runId), staleTime: 'static' }),
      queryClient.query(runJobsQuery(orgId, runId)).catch(() => undefined),
    ]);
    if (run === null) throw notFound();
    return {
      runId,
      crumb: run.run_name,
      trail: [
        { text: 'Projects', path: `/w/${orgId}/projects` },
        { text: run.project_name, path: `/w/${orgId}/projects/${run.project_id}` },
      ],
    };
  },
  component: RunRoute,
  notFoundComponent: RunNotFound,
});

function RunRoute() {
  const { runId } = Route.useLoaderData();
  return <RunPage runId={runId} />;
}

function RunNotFound() {
  return <ObjectNotFound what="run" id={Route.useParams().runId} />;
}
