import { lazy, Suspense } from 'react';
import { CopyableId } from '#src/components/ui/copyable-id.tsx';
import { LinkTabs } from '#src/components/ui/link-tabs.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { useViewSearch } from '#src/url/use-view-search.ts';
import { AccountPanel } from './account-panel.tsx';
import { profileSearch } from './profile-search.ts';

const TokensPanel = lazy(async () => ({ default: (await import('./tokens-panel.tsx')).TokensPanel }));

const ApiKeysPanel = lazy(async () => ({ default: (await import('./api-keys-panel.tsx')).ApiKeysPanel }));

export function ProfilePage() {
  const { user } = useWorkspace();
  const [view, setView] = useViewSearch(profileSearch);
  return (
    <Page>
      <PageHeader
        title={user.display_name}
        facts={[user.email, <CopyableId key="id" label="account" id={user.account_id} />]}
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
