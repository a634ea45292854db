import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import type { Project } from '#contract/views/v-projects.ts';
import { ApiCallButton } from '#src/components/api-call/api-call-button.tsx';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { Button, buttonStyles } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { FilterInput } from '#src/components/ui/filter-input.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { useViewSearch } from '#src/url/use-view-search.ts';
import { reach } from '#src/components/ui/reach.ts';
import { projectColumns } from './project-columns.tsx';
import { projectsQuery } from './projects-queries.ts';
import { projectsSearch } from './projects-search.ts';
import { ReferencePanel } from './reference-panel.tsx';
import { useOpenProject } from './use-open-project.ts';

const CreateProjectDialog = lazyPart(
  () => import('./create-project-dialog.tsx'),
  (part) => part.CreateProjectDialog,
);

const NO_PROJECTS: readonly Project[] = [];

export function ProjectsPage() {
  const { orgId, membership, user, mayWrite } = useWorkspace();
  const [view, setView] = useViewSearch(projectsSearch);
  const projects = useQuery(projectsQuery(orgId));
  const [isCreating, setCreating] = useState<boolean | null>(null);
  const openProject = useOpenProject();
  const all = projects.data ?? NO_PROJECTS;
  const rows = useMemo(() => withText(all, view.q), [all, view.q]);
  const active = all.reduce((sum, project) => sum + project.active_count, 0);
  const reference = membership.is_reference ? undefined : user.memberships.find((one) => one.is_reference);
  const createButton = (
    <Button {...reach(CreateProjectDialog.load)} onClick={() => setCreating(true)}>
      <Plus aria-hidden />
      New project
    </Button>
  );
  const submitLink = (
    <Link to="/w/$orgId/submit" params={{ orgId }} className={buttonStyles({ variant: 'primary' })}>
      Submit a benchmark
    </Link>
  );
  return (
    <Page>
      <PageHeader
        title="Projects"
        facts={[
          membership.is_reference && 'published figures, read only',
          projects.data !== undefined && counted(all.length, 'project'),
          projects.data !== undefined && counted(sum(all, 'job_count'), 'job'),
          active > 0 && `${active.toLocaleString('en-US')} under way`,
        ]}
        actions={
          <>
            <ApiCallButton calls={async () => (await import('./projects-calls.ts')).projectsCalls(orgId)} />
            {mayWrite && createButton}
            {mayWrite && submitLink}
          </>
        }
      />
      <Panel>
        <DataTable
          label="Projects"
          viewKey="projects"
          columns={projectColumns}
          rows={rows}
          rowId={(project) => String(project.project_id)}
          view={view}
          onViewChange={setView}
          onRowOpen={openProject}
          isPending={projects.isPending}
          error={projects.data === undefined ? projects.error : null}
          onRetry={() => void projects.refetch()}
          fileName="projects"
          toolbar={
            all.length > 0 && (
              <FilterInput label="Find a project" value={view.q} onChange={(q) => setView({ q })} />
            )
          }
          empty={
            view.q !== '' && all.length > 0 ? (
              <EmptyState
                title={`No project is called “${view.q}”`}
                actions={<Button onClick={() => setView({ q: '' })}>Clear the filter</Button>}
              />
            ) : (
              <EmptyState
                title="No projects yet"
                actions={
                  mayWrite && (
                    <>
                      {submitLink}
                      {createButton}
                    </>
                  )
                }
              >
                A project holds runs, a run holds jobs, and a job is one benchmark of one model on one server
                at one concurrency and length. Submitting a benchmark makes the project it names.
                {!mayWrite && ' Your role here lets you read; an engineer of the workspace can submit.'}
              </EmptyState>
            )
          }
        />
      </Panel>
      {reference !== undefined && (
        <ReferencePanel
          orgId={reference.org_id}
          view={{ sort: view.rsort, cols: view.rcols }}
          onViewChange={({ sort, cols }) =>
            setView({
              ...(sort !== undefined && { rsort: sort }),
              ...(cols !== undefined && { rcols: cols }),
            })
          }
        />
      )}
      <Suspense>
        {isCreating !== null && <CreateProjectDialog open={isCreating} onOpenChange={setCreating} />}
      </Suspense>
    </Page>
  );
}

function withText(projects: readonly Project[], text: string): readonly Project[] {
  const wanted = text.toLowerCase();
  return wanted === ''
    ? projects
    : projects.filter((project) =>
        [project.project_name, project.description ?? ''].some((one) => one.toLowerCase().includes(wanted)),
      );
}

function sum(projects: readonly Project[], key: 'job_count'): number {
  return projects.reduce((total, project) => total + project[key], 0);
}
