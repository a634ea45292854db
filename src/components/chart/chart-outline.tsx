import { Skeleton } from '#src/components/ui/skeleton.tsx';

/**
 * The place of a chart until its code and data are there. Its height follows from its own width, as the header's lines
 * do; by itself that of a plot of 220 px with a subtitle, a line of legend and no controls.
 */
export function ChartOutline({ heights = 'h-94! @xl:h-88.75!' }: { readonly heights?: string }) {
  return (
    <div className="@container min-w-0">
      <Skeleton className={heights} />
    </div>
  );
}
