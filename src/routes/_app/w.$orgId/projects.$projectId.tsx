import { createFileRoute, notFound } from '@tanstack/react-router';
import { ObjectNotFound } from '#src/components/layout/object-not-found.tsx';
import { ProjectPage } from '#src/features/projects/project-page.tsx';
import { projectQuery, projectRunsQuery } from '#src/features/projects/project-queries.ts';
import { projectSearch } from '#src/features/projects/projects-search.ts';
import { objectId } from '#src/url/object-id.ts';

export const Route = createFileRoute('/_app/w/$orgId/projects/$projectId')({
  validateSearch: projectSearch.validate,
  loader: async ({ context: { queryClient }, params: { orgId, projectId: text } }) => {
    const projectId = objectId(text);
    const [project] = await Promise.all([
      queryClient.query({ ...projectQuery(orgId, projectId), staleTime: 'static' }),
      queryClient.query(projectRunsQuery(orgId, projectId)).catch(() => undefined),
    ]);
    if (project === null) throw notFound();
    return {
      projectId,
      crumb: project.project_name,
      trail: [{ text: 'Projects', path: `/w/${orgId}/projects` }],
    };
  },
  component: ProjectRoute,
  notFoundComponent: ProjectNotFound,
});

function ProjectRoute() {
  const { projectId } = Route.useLoaderData();
  return <ProjectPage projectId={projectId} />;
}

function ProjectNotFound() {
  return <ObjectNotFound what="project" id={Route.useParams().projectId} />;
}
