import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Project } from '#contract/views/v-projects.ts';
import { FEW_ROWS } from '#src/components/table/view-table.tsx';
import { late, useLate } from '#src/components/ui/late.ts';
import { projectsQuery } from './projects-queries.ts';

/** Only a workspace with many projects is read in windows. */
const windows = late(() => import('./project-windows.ts'));
const NO_PROJECTS: readonly Project[] = [];

/** The projects of a workspace as a `ViewTable` takes them: those whose name or description holds `text`. */
export function useProjectRows(orgId: string, text: string) {
  const { data, error, isPending, refetch } = useQuery(projectsQuery(orgId));
  const all = data?.rows ?? NO_PROJECTS;
  const rows = useMemo(() => withText(all, text), [all, text]);
  const total = data?.total ?? all.length;
  const part = useLate(windows, total > FEW_ROWS);
  const isActive = all.some((project) => project.active_count > 0);
  const windowed = useMemo(() => part?.projectWindows(orgId, text, isActive), [part, orgId, text, isActive]);
  return {
    /** As many as were read; `isRead` whether any were. */
    all,
    isRead: data !== undefined,
    table: {
      rows,
      total,
      windowed,
      rowId: (project: Project) => String(project.project_id),
      isPending,
      error: data === undefined ? error : null,
      onRetry: () => void refetch(),
    },
  };
}

function withText(projects: readonly Project[], text: string): readonly Project[] {
  const wanted = text.toLowerCase();
  return wanted === ''
    ? projects
    : projects.filter((project) =>
        [project.project_name, project.description ?? ''].some((one) => one.toLowerCase().includes(wanted)),
      );
}
