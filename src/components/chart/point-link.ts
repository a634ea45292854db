/** Address of the job behind a row, where the row says which; undefined where it stands for none. */
export function jobHref(row: object): string | undefined {
  const { org_id: orgId, job_id: jobId } = row as Record<string, unknown>;
  return typeof orgId === 'string' && typeof jobId === 'number' ? `/w/${orgId}/jobs/${jobId}` : undefined;
}
