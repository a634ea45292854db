import {
  vProjectRunsWithStatus,
  type ProjectRunWithStatus,
} from '#contract/views/v-project-runs-with-status.ts';
import { contains, eq } from '#src/api/view-query.ts';
import { windowedView, type WindowedRead } from '#src/components/table/windowed-view.ts';

/** The runs of a project in windows, for a project with many. */
export function projectRunsRead(
  orgId: string,
  projectId: number,
  text: string,
): WindowedRead<ProjectRunWithStatus> {
  return windowedView({
    view: vProjectRunsWithStatus,
    queryKey: ['project-runs', orgId, projectId, text],
    own: () => ({
      org_id: eq(orgId),
      project_id: eq(projectId),
      ...(text !== '' && { run_name: contains(text) }),
    }),
    last: { column: 'run_id', direction: 'desc' },
  });
}
