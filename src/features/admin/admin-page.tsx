import { Suspense } from 'react';
import { ApiCallButton } from '#src/components/api-call/api-call-button.tsx';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { CopyableId } from '#src/components/ui/copyable-id.tsx';
import { lazyPart, type LazyPart } from '#src/components/ui/lazy-part.ts';
import { LinkTabs } from '#src/components/ui/link-tabs.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { useViewSearch } from '#src/url/use-view-search.ts';
import { ADMIN_TABS, adminSearch, type AdminTab } from './admin-search.ts';
import type { AdminPanelProps } from './admin-view.ts';

const LABELS: Readonly<Record<AdminTab, string>> = {
  members: 'Members',
  tokens: 'Tokens',
  clients: 'Service clients',
  quotas: 'Quotas',
  sizer: 'Sizer',
  audit: 'Audit log',
  workspace: 'Workspace',
};

const PANELS: Readonly<Record<AdminTab, LazyPart<AdminPanelProps>>> = {
  members: lazyPart(
    () => import('./members-panel.tsx'),
    (part) => part.MembersPanel,
  ),
  tokens: lazyPart(
    () => import('./member-tokens-panel.tsx'),
    (part) => part.MemberTokensPanel,
  ),
  clients: lazyPart(
    () => import('./service-clients-panel.tsx'),
    (part) => part.ServiceClientsPanel,
  ),
  quotas: lazyPart(
    () => import('./quotas-panel.tsx'),
    (part) => part.QuotasPanel,
  ),
  sizer: lazyPart(
    () => import('./sizer-panel.tsx'),
    (part) => part.SizerPanel,
  ),
  audit: lazyPart(
    () => import('./audit-panel.tsx'),
    (part) => part.AuditPanel,
  ),
  workspace: lazyPart(
    () => import('./workspace-panel.tsx'),
    (part) => part.WorkspacePanel,
  ),
};

const AskAnAdmin = lazyPart(
  () => import('./ask-an-admin.tsx'),
  (part) => part.AskAnAdmin,
);

/** Begins to fetch a tab's code. */
export const loadPanel = (tab: AdminTab): Promise<void> => PANELS[tab].ahead();

/** What anybody who is in the workspace may look at without being its admin. */
const FOR_ALL: readonly AdminTab[] = ['members', 'quotas', 'sizer'];

/** Members, credentials, quotas, sizer, audit log and the workspace itself. */
export function AdminPage() {
  const { orgId, membership, can } = useWorkspace();
  const [view, setView] = useViewSearch(adminSearch);
  const Panel = PANELS[view.tab];
  const isOpen = can('admin') || FOR_ALL.includes(view.tab);
  return (
    <Page>
      <PageHeader
        title="Admin"
        facts={[
          membership.org_name,
          <CopyableId key="id" label="workspace" id={orgId} />,
          membership.is_reference ? 'read-only: published results' : `you are ${membership.role} here`,
        ]}
        actions={
          isOpen &&
          !membership.is_reference && (
            <ApiCallButton calls={async () => (await import('./admin-calls.ts')).adminCalls(orgId, view)} />
          )
        }
      />
      <LinkTabs
        label="Parts of the admin page"
        tabs={ADMIN_TABS.map((tab) => ({
          label: LABELS[tab],
          search: adminSearch.write({ tab }),
          active: view.tab === tab,
        }))}
      />
      <Suspense fallback={<Skeleton className="h-64!" />}>
        {isOpen && !membership.is_reference ? (
          <Panel view={view} onViewChange={setView} />
        ) : (
          <AskAnAdmin what={LABELS[view.tab]} />
        )}
      </Suspense>
    </Page>
  );
}
