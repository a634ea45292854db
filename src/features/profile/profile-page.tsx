import { Suspense } from 'react';
import { ApiCallButton } from '#src/components/api-call/api-call-button.tsx';
import { CopyableId } from '#src/components/ui/copyable-id.tsx';
import { LinkTabs } from '#src/components/ui/link-tabs.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { useViewSearch } from '#src/url/use-view-search.ts';
import { AccountPanel } from './account-panel.tsx';
import { profileSearch, type ProfileTab } from './profile-search.ts';

const TokensPanel = lazyPart(
  () => import('./tokens-panel.tsx'),
  (part) => part.TokensPanel,
);

const ApiKeysPanel = lazyPart(
  () => import('./api-keys-panel.tsx'),
  (part) => part.ApiKeysPanel,
);

/** Begins to fetch the code of a tab. */
export async function loadTab(tab: ProfileTab): Promise<void> {
  if (tab !== 'account') await (tab === 'tokens' ? TokensPanel : ApiKeysPanel).ahead();
}

export function ProfilePage() {
  const { orgId, user, membership } = useWorkspace();
  const [view, setView] = useViewSearch(profileSearch);
  return (
    <Page>
      <PageHeader
        title={user.display_name}
        facts={[user.email, <CopyableId key="id" label="account" id={user.account_id} />]}
        actions={
          // The published workspace has no keys to read.
          (view.tab !== 'api-keys' || !membership.is_reference) && (
            <ApiCallButton
              calls={async () => (await import('./profile-calls.ts')).profileCalls(orgId, view.tab)}
            />
          )
        }
      />
      <LinkTabs
        label="Parts of the profile"
        tabs={[
          { label: 'Account', search: profileSearch.write({}), active: view.tab === 'account' },
          { label: 'Tokens', search: profileSearch.write({ tab: 'tokens' }), active: view.tab === 'tokens' },
          {
            label: 'API keys',
            search: profileSearch.write({ tab: 'api-keys' }),
            active: view.tab === 'api-keys',
          },
        ]}
      />
      {view.tab === 'account' ? (
        <AccountPanel />
      ) : (
        <Suspense fallback={<Skeleton className="h-48!" />}>
          {view.tab === 'tokens' ? (
            <TokensPanel view={view} onViewChange={setView} />
          ) : (
            <ApiKeysPanel view={view} onViewChange={setView} />
          )}
        </Suspense>
      )}
    </Page>
  );
}
