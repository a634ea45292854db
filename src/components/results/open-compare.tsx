import { useNavigate } from '@tanstack/react-router';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';

/** Sets the chosen results side by side; ids of their jobs. */
export function CompareButton({ jobs }: { jobs: readonly string[] }) {
  const { orgId } = useWorkspace();
  const navigate = useNavigate();
  return (
    <Button
      variant="primary"
      onClick={() =>
        void navigate({
          to: '/w/$orgId/compare',
          params: { orgId },
          search: { jobs: jobs.join(',') } as never,
        })
      }
    >
      Compare {jobs.length}
    </Button>
  );
}
