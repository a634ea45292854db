import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { ShowMore } from '#src/components/ui/show-more.tsx';
import { JobList, type JobListProps } from './job-list.tsx';
import { ReadPart } from './read-part.tsx';

interface JobsPanelProps extends Pick<JobListProps, 'detail'> {
  title: string;
  query: UseQueryResult<{ rows: readonly JobCurrentStatus[]; total: number | null }>;
  /** What stands beside the title, of how many are shown and how many there are. */
  note: (shown: number, total: number) => ReactNode;
  /** Asks for as many. */
  onMore: (most: number) => void;
  /** Said when there are none. */
  empty: string;
}

/** Jobs of one kind, the first few of them. */
export function JobsPanel({ title, query, note, onMore, empty, detail }: JobsPanelProps) {
  const rows = query.data?.rows ?? [];
  const total = query.data?.total ?? rows.length;
  return (
    <Panel title={title} note={note(rows.length, total) || undefined}>
      <ReadPart queries={[query]} failed="The jobs could not be read">
        {rows.length === 0 ? (
          <p className="p-3 text-sm text-ink-3">{empty}</p>
        ) : (
          <>
            <JobList jobs={rows} detail={detail} />
            <ShowMore
              what="job"
              shown={rows.length}
              total={total}
              isBusy={query.isPlaceholderData}
              onMore={onMore}
            />
          </>
        )}
      </ReadPart>
    </Panel>
  );
}
