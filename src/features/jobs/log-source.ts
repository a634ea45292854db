import { vJobLogs, type JobLog } from '#contract/views/v-job-logs.ts';
import { api } from '#src/api/api.ts';
import { contains, eq, gte, lte, type Condition } from '#src/api/view-query.ts';
import type { LogChunk } from './log-lines.ts';
import type { LogSource } from './log-reader.ts';

interface StreamOfJob {
  orgId: string;
  jobId: number;
  attempt: number;
  stream: JobLog['stream'];
}

/** One log stream of one attempt, read from the view of log chunks. */
export function logSource({ orgId, jobId, attempt, stream }: StreamOfJob): LogSource {
  const read = async (
    seq: Condition | null,
    direction: 'asc' | 'desc',
    limit: number,
    signal: AbortSignal,
    words: readonly string[] = [],
  ): Promise<LogChunk[]> => {
    const [word, ...others] = words;
    const { rows } = await api().readView(
      vJobLogs,
      {
        filters: {
          org_id: eq(orgId),
          job_id: eq(jobId),
          attempt: eq(attempt),
          stream: eq(stream),
          ...(seq !== null && { seq }),
          ...(word !== undefined && others.length === 0 && { content: contains(word) }),
        },
        // Each of our own words, which need no quoting.
        ...(others.length > 0 && {
          or: `(${words.map((one) => `content.ilike."*${one}*"`).join(',')})`,
        }),
        order: [{ column: 'seq', direction }],
        limit,
      },
      { signal },
    );
    return rows;
  };
  return {
    before: (seq, limit, signal) => read(seq === null ? null : lte(seq - 1), 'desc', limit, signal),
    after: (seq, limit, signal) => read(gte(seq + 1), 'asc', limit, signal),
    find: async (words, seq, direction, signal) => {
      const rows =
        direction === 'after'
          ? await read(gte(seq + 1), 'asc', 1, signal, words)
          : await read(lte(seq - 1), 'desc', 1, signal, words);
      return rows[0] ?? null;
    },
  };
}
