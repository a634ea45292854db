import { vProjects, type Project } from '#contract/views/v-projects.ts';
import { eq } from '#src/api/view-query.ts';
import { anyOf, bothOf, holdsText } from '#src/components/table/any-of.ts';
import { windowedView, type WindowedRead } from '#src/components/table/windowed-view.ts';
import { POLL_MS } from './projects-queries.ts';

/** The projects of a workspace in windows, for one with many; `text` is looked for in name and description. */
export function projectWindows(orgId: string, text: string, isActive: boolean): WindowedRead<Project> {
  const all = windowedView({
    view: vProjects,
    queryKey: ['projects', orgId, 'windows', text],
    own: () => ({ org_id: eq(orgId) }),
    last: { column: 'project_id', direction: 'desc' },
    refetchIntervalMs: isActive ? POLL_MS : undefined,
  });
  if (text === '') return all;
  const own = anyOf([holdsText('project_name', text), holdsText('description', text)]);
  return {
    ...all,
    read: (first, last, { or, ...asked }, signal) =>
      all.read(first, last, { ...asked, or: or === undefined ? own : bothOf(own, or) }, signal),
  };
}
