import { vProjectRunsWithStatus } from '#contract/views/v-project-runs-with-status.ts';
import { vProjects } from '#contract/views/v-projects.ts';
import { viewCall, type ApiCall } from '#src/components/api-call/api-call.ts';
import { newestRunsRead } from './project-queries.ts';
import { projectsRead } from './projects-queries.ts';

/** The read behind the list of projects. */
export const projectsCalls = (orgId: string): readonly ApiCall[] => [
  viewCall(vProjects, projectsRead(orgId), 'Projects'),
];

/** The read behind the page of a project. */
export const projectCalls = (orgId: string, projectId: number): readonly ApiCall[] => [
  viewCall(vProjectRunsWithStatus, newestRunsRead(orgId, projectId), 'Runs of the project'),
];
