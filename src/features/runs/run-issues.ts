import type { ChartSpec } from '#lib/charts/chart-spec.ts';
import { byJob, issueTexts, type KnownIssues } from '#src/api/known-issues.ts';
import { readKnownIssues } from '#src/api/read-known-issues.ts';
import { jobHref } from '#src/components/chart/point-link.ts';
import { counted } from '#src/components/ui/counted.ts';

// Fetched after the page of a run: most runs have nothing to say here.

/** What is known to be wrong with jobs of the workspace; no read of a run alone, as issues do not say which run they are of. */
export const readRunIssues = async (orgId: string, signal: AbortSignal): Promise<KnownIssues> =>
  byJob(await readKnownIssues([orgId], signal));

/** Says beside a point what is known to be wrong with its job, and below the charts how many have something. */
export function markIssues(panels: readonly ChartSpec[], issues: KnownIssues): readonly ChartSpec[] {
  const notes = new Map(
    [...issues].map(([id, [issue]]) => [
      issue && jobHref(issue),
      `known issue: ${issueTexts(issues, [id]).join('; ')}`,
    ]),
  );
  const marked = new Set<string>();
  const drawn = panels.map((spec) => ({
    ...spec,
    series: spec.series.map((one) => ({
      ...one,
      points: one.points.map((point) => {
        const { href } = point;
        const note = notes.get(href);
        if (href === undefined || note === undefined || point.y === null) return point;
        marked.add(href);
        return { ...point, note };
      }),
    })),
  }));
  if (marked.size === 0) return panels;
  const text = `${counted(marked.size, 'job')} with a known issue, said at the point`;
  return drawn.map((spec, index) =>
    index < drawn.length - 1 ? spec : { ...spec, notes: [...(spec.notes ?? []), text] },
  );
}
