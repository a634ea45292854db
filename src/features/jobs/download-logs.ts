import { api } from '#src/api/api.ts';
import { saveFile } from '#src/components/ui/save-file.ts';

/** The whole log of a job as a file; the request needs the token, so a plain link would not do. */
export async function downloadLogs(jobId: number): Promise<void> {
  const response = await api().requestRaw(`/jobs/${jobId}/logs.txt`, { headers: { Accept: 'text/plain' } });
  saveFile(`job-${jobId}-logs.txt`, await response.blob());
}
