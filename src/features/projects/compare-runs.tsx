import { Link } from '@tanstack/react-router';
import { buttonStyles } from '#src/components/ui/button.tsx';

/** Two runs of a selection are compared on the page of the newer one, against the older as its baseline. */
export function CompareRuns({ orgId, selected }: { orgId: string; selected: readonly string[] }) {
  const [base, run, ...others] = selected
    .map(Number)
    .filter(Number.isSafeInteger)
    .sort((a, b) => a - b);
  if (run === undefined || others.length > 0)
    return <span className="shrink-0 text-xs text-ink-2">Select two runs to compare them.</span>;
  return (
    <Link
      to="/w/$orgId/runs/$runId"
      params={{ orgId, runId: String(run) }}
      search={{ base: String(base) } as never}
      title="The newer run against the older one"
      className={buttonStyles({ variant: 'primary' })}
    >
      Compare the two
    </Link>
  );
}
