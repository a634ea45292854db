import { useNavigate } from '@tanstack/react-router';
import type { Project } from '#contract/views/v-projects.ts';

/** Opens a project in the workspace it belongs to. */
export function useOpenProject(): (project: Project) => void {
  const navigate = useNavigate();
  return (project) =>
    void navigate({
      to: '/w/$orgId/projects/$projectId',
      params: { orgId: project.org_id, projectId: String(project.project_id) },
    });
}
