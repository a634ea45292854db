import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { grouped } from '#lib/grouped.ts';
import { ApiCallButton } from '#src/components/api-call/api-call-button.tsx';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { ViewTable } from '#src/components/table/view-table.tsx';
import { Button, buttonStyles } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { FilterInput } from '#src/components/ui/filter-input.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { useViewSearch } from '#src/url/use-view-search.ts';
import { reach } from '#src/components/ui/reach.ts';
import { projectColumns } from './project-columns.tsx';
import { projectsSearch } from './projects-search.ts';
import { ReferencePanel } from './reference-panel.tsx';
import { referenceChange, referenceView } from './reference-view.ts';
import { useOpenProject } from './use-open-project.ts';
import { useProjectRows } from './use-project-rows.ts';

const CreateProjectDialog = lazyPart(
  () => import('./create-project-dialog.tsx'),
  (part) => part.CreateProjectDialog,
);

export function ProjectsPage() {
  const { orgId, membership, user, mayWrite } = useWorkspace();
  const [view, setView] = useViewSearch(projectsSearch);
  const { all, isRead, table } = useProjectRows(orgId, view.q);
  const [isCreating, setCreating] = useState<boolean | null>(null);
  const openProject = useOpenProject();
  // Of projects that were not all read nobody knows the sums.
  const sumOf = (key: 'job_count' | 'active_count') =>
    isRead && table.total <= all.length ? all.reduce((sum, project) => sum + project[key], 0) : null;
  const [jobs, active] = [sumOf('job_count'), sumOf('active_count')];
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
          isRead && counted(table.total, 'project'),
          jobs !== null && counted(jobs, 'job'),
          active !== null && active > 0 && `${grouped(active)} under way`,
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
        <ViewTable
          label="Projects"
          viewKey="projects"
          columns={projectColumns}
          {...table}
          view={view}
          onViewChange={setView}
          onRowOpen={openProject}
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
          view={referenceView(view)}
          onViewChange={(change) => setView(referenceChange(change))}
        />
      )}
      <Suspense>
        {isCreating !== null && <CreateProjectDialog open={isCreating} onOpenChange={setCreating} />}
      </Suspense>
    </Page>
  );
}
