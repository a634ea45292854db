import { api } from '#src/api/api.ts';

/** The whole log of a job as a file; the request needs the token, so a plain link would not do. */
export async function downloadLogs(jobId: number): Promise<void> {
  const response = await api().requestRaw(`/jobs/${jobId}/logs.txt`, { headers: { Accept: 'text/plain' } });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = `job-${jobId}-logs.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
