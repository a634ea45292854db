import type { QueryClient } from '@tanstack/react-query';
import { retryJob as retryJobRpc } from '#contract/rpc/jobs.ts';
import { api } from '#src/api/api.ts';
import { notify } from '#src/components/ui/toast.ts';

/** Submits a failed or cancelled job again and says how that went; answers the id of the new one, null where it was refused. */
export async function retryJob(client: QueryClient, orgId: string, jobId: number): Promise<number | null> {
  try {
    const newId = await api().callRpc(retryJobRpc, { p_job_id: jobId });
    notify.success(`Submitted again as job ${newId}`);
    void client.invalidateQueries({
      predicate: ({ queryKey }) => /run/.test(String(queryKey[0])) && queryKey.includes(orgId),
    });
    return newId;
  } catch (error) {
    notify.failure('The job was not submitted again', error);
    return null;
  }
}
