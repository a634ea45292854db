import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SizerExportJob, SizerSettings } from '#contract/sizer/endpoints.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import {
  numberColumn,
  textColumn,
  timeColumn,
  type DataColumn,
} from '#src/components/table/data-columns.tsx';
import { DataTable } from '#src/components/table/data-table.tsx';
import { Badge } from '#src/components/ui/badge.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { notify } from '#src/components/ui/toast.ts';
import type { AdminPanelProps } from './admin-view.ts';
import { sizerJobsQuery, startTraining } from './sizer-queries.ts';

const NO_JOBS: readonly SizerExportJob[] = [];
const TONES = { pending: 'neutral', running: 'accent', completed: 'good', failed: 'bad' } as const;

interface SizerJobsPanelProps extends AdminPanelProps {
  settings: SizerSettings | undefined;
}

/** Results that went to the sizer, and trainings on them. */
export function SizerJobsPanel({ view, onViewChange, settings }: SizerJobsPanelProps) {
  const { orgId, can } = useWorkspace();
  const client = useQueryClient();
  const jobs = useQuery({ ...sizerJobsQuery(orgId), enabled: can('engineer') });
  const train = useMutation({
    mutationFn: () => startTraining(orgId),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: sizerJobsQuery(orgId).queryKey });
      notify.success('Training has begun');
    },
  });
  const columns = useMemo(() => jobColumns(), []);
  const points = settings?.training_points ?? 0;
  if (!can('engineer')) return null;
  return (
    <Panel
      title="Exports and trainings"
      note="measured results become training points; simulated ones never"
      actions={
        can('admin') ? (
          <Button
            busy={train.isPending}
            disabled={points === 0}
            title={
              points === 0
                ? 'There are no training points yet: export a run’s jobs to the sizer first'
                : undefined
            }
            onClick={() => train.mutate()}
          >
            Train on {counted(points, 'point')}
          </Button>
        ) : undefined
      }
    >
      {train.isError && (
        <div className="p-3">
          <ErrorState error={train.error} title="Training did not begin" />
        </div>
      )}
      <DataTable
        label="Exports and trainings"
        columns={columns}
        rows={jobs.data ?? NO_JOBS}
        rowId={(job) => job.export_job_id}
        view={view}
        onViewChange={onViewChange}
        isPending={jobs.isPending}
        error={jobs.data === undefined ? jobs.error : null}
        onRetry={() => void jobs.refetch()}
        fileName="sizer-exports"
        empty={
          <EmptyState title="Nothing was exported yet">
            Results measured on this platform make the sizer’s figures for your hardware better. Export jobs
            by POST /api/sizer/export (API page, Sizer), then train.
          </EmptyState>
        }
      />
    </Panel>
  );
}

function jobColumns(): readonly DataColumn<SizerExportJob>[] {
  return [
    textColumn('action', 'What', (job) => job.action, { width: 110 }),
    textColumn('status', 'Status', (job) => job.status, {
      width: 120,
      cell: (job) => <Badge tone={TONES[job.status]}>{job.status}</Badge>,
    }),
    numberColumn('jobs', 'Jobs', (job) => job.jobs),
    numberColumn('accepted', 'Accepted', (job) => job.accepted),
    textColumn(
      'refused',
      'Refused',
      (job) =>
        job.refused.length === 0
          ? null
          : `${job.refused.length}: ${[...new Set(job.refused.map(({ reason }) => reason))].join('; ')}`,
      { width: 280 },
    ),
    textColumn('error', 'Error', (job) => job.error, { width: 200 }),
    textColumn('model_version', 'Model', (job) => job.model_version, { width: 150, hidden: true }),
    timeColumn('created_at', 'Begun', (job) => job.created_at),
    timeColumn('finished_at', 'Ended', (job) => job.finished_at),
  ];
}
