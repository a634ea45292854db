import type { NearestPoint, Recommendation, SolveResponse } from '#contract/sizer/solve-response.ts';

/** The recommendation shown whole: the one picked if the answer has it, else the primary one. */
export function chosenRow(response: SolveResponse, pick: string): Recommendation | null {
  return (
    response.recommendations.find((row) => row.candidate_id === pick) ??
    response.primary_recommendation ??
    response.recommendations[0] ??
    null
  );
}

/** A measured point that the answer leans on, wherever it is named. */
export function pointOf(response: SolveResponse | undefined, pointId: string): NearestPoint | null {
  const rows = [...(response?.recommendations ?? []), response?.primary_recommendation ?? null];
  for (const row of rows) {
    const found = row?.nearest_points.find((point) => point.point_id === pointId);
    if (found !== undefined) return found;
  }
  return null;
}
