import { Skeleton } from '#src/components/ui/skeleton.tsx';

/** Charts and table in outline, at about their heights. */
export function Waiting() {
  return (
    <div role="status" aria-label="Reading the comparison" className="grid gap-3.5">
      <Skeleton className="h-92!" />
      <Skeleton className="h-80!" />
    </div>
  );
}
