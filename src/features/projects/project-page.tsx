import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useRef } from 'react';
import type { Project } from '#contract/views/v-projects.ts';
import type { ProjectRunWithStatus } from '#contract/views/v-project-runs-with-status.ts';
import { ApiCallButton } from '#src/components/api-call/api-call-button.tsx';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import type { PlacedRows } from '#src/components/table/placed-rows.ts';
import { FEW_ROWS, ViewTable } from '#src/components/table/view-table.tsx';
import { Button, buttonStyles } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { CopyableId } from '#src/components/ui/copyable-id.tsx';
import { FilterInput } from '#src/components/ui/filter-input.tsx';
import { late, useLate } from '#src/components/ui/late.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { ProvenanceTags } from '#src/components/ui/provenance-tag.tsx';
import { reach } from '#src/components/ui/reach.ts';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import { useViewSearch } from '#src/url/use-view-search.ts';
import { CompareRuns } from './compare-runs.tsx';
import { projectQuery, projectRunsQuery } from './project-queries.ts';
import { projectRunColumns } from './project-run-columns.tsx';
import { projectSearch } from './projects-search.ts';

/** Only a project with many runs is read in windows. */
const runWindows = late(() => import('./project-run-windows.ts'));
/** Comes with the page of a run, which reads it. */
const listWalk = late(() => import('#src/components/results/list-walk.ts'));
const NO_RUNS: readonly ProjectRunWithStatus[] = [];

export function ProjectPage({ projectId }: { projectId: number }) {
  const { orgId, mayWrite } = useWorkspace();
  const { data: project } = useSuspenseQuery(projectQuery(orgId, projectId));
  return project === null ? null : <KnownProject project={project} mayWrite={mayWrite} />;
}

function KnownProject({ project, mayWrite }: { project: Project; mayWrite: boolean }) {
  const { org_id: orgId, project_id: projectId } = project;
  const [view, setView] = useViewSearch(projectSearch);
  const navigate = useNavigate();
  const runs = useQuery(projectRunsQuery(orgId, projectId));
  const all = runs.data?.rows ?? NO_RUNS;
  const rows = useMemo(() => {
    const wanted = view.q.toLowerCase();
    return wanted === '' ? all : all.filter((run) => run.run_name.toLowerCase().includes(wanted));
  }, [all, view.q]);
  const total = Math.max(runs.data?.total ?? 0, project.run_count);
  const windows = useLate(runWindows, total > FEW_ROWS);
  const windowed = useMemo(
    () => windows?.projectRunsRead(orgId, projectId, view.q),
    [windows, orgId, projectId, view.q],
  );
  // Whoever opens a run from here walks on through this list, as it is filtered and sorted now.
  const placed = useRef<PlacedRows<ProjectRunWithStatus>>(null);
  const onPlaced = useCallback((next: PlacedRows<ProjectRunWithStatus>) => {
    placed.current = next;
  }, []);
  const keepWalk = () => {
    const ids = (placed.current?.loaded() ?? []).map(({ run_id: id }) => id);
    const walk = {
      orgId,
      of: { page: 'project', id: projectId },
      ids,
      search: window.location.search,
    } as const;
    void listWalk.load().then(
      ({ rememberWalk }) => rememberWalk(walk),
      () => undefined,
    );
  };
  const submitLink = mayWrite && (
    <Link
      to="/w/$orgId/submit"
      params={{ orgId }}
      search={{ project: project.project_name }}
      className={buttonStyles({ variant: 'primary' })}
    >
      Submit to this project
    </Link>
  );
  return (
    <Page>
      <PageHeader
        title={project.project_name}
        facts={[
          <CopyableId key="id" label="project" id={projectId} />,
          project.owner_name !== null && `by ${project.owner_name}`,
          counted(project.run_count, 'run'),
          counted(project.job_count, 'job'),
          project.active_count > 0 && `${project.active_count} under way`,
          project.failed_count > 0 && <span className="text-bad">{project.failed_count} failed</span>,
          project.provenances !== null && <ProvenanceTags key="p" provenances={project.provenances} />,
          <span key="t">
            created <RelativeTime at={project.created_at} />
          </span>,
        ]}
        actions={
          <>
            <ApiCallButton
              calls={async () => (await import('./projects-calls.ts')).projectCalls(orgId, projectId)}
            />
            {submitLink}
          </>
        }
      />
      {project.description !== null && (
        <p className="max-w-prose text-sm text-ink-2">{project.description}</p>
      )}
      <Panel
        title="Runs"
        note={view.sort === null ? 'newest first' : undefined}
        {...reach(listWalk.load)}
        // Links open a run too, in this window.
        onClickCapture={({ target }) => {
          if (target instanceof Element && target.closest('a[href*="/runs/"]') !== null) keepWalk();
        }}
      >
        <ViewTable
          label="Runs"
          viewKey="runs"
          columns={projectRunColumns}
          rows={rows}
          total={total}
          windowed={windowed}
          rowId={(run) => String(run.run_id)}
          view={view}
          onViewChange={setView}
          onRowOpen={(run) => {
            keepWalk();
            void navigate({ to: '/w/$orgId/runs/$runId', params: { orgId, runId: String(run.run_id) } });
          }}
          onPlaced={onPlaced}
          selected={view.sel}
          onSelectedChange={(sel) => setView({ sel })}
          selectionActions={<CompareRuns orgId={orgId} selected={view.sel} />}
          isPending={runs.isPending}
          error={runs.data === undefined ? runs.error : null}
          onRetry={() => void runs.refetch()}
          fileName={`project-${projectId}-runs`}
          toolbar={
            project.run_count > 0 && (
              <FilterInput label="Find a run" value={view.q} onChange={(q) => setView({ q })} />
            )
          }
          empty={
            view.q !== '' && project.run_count > 0 ? (
              <EmptyState
                title={`No run is called “${view.q}”`}
                actions={<Button onClick={() => setView({ q: '' })}>Clear the filter</Button>}
              />
            ) : (
              <EmptyState title="No runs yet" actions={submitLink}>
                A run gathers jobs that are compared with each other, for instance one model at several
                concurrencies. It is made by the first job that names it.
              </EmptyState>
            )
          }
        />
      </Panel>
    </Page>
  );
}
