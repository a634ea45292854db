import { useSuspenseQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Suspense, useState } from 'react';
import { api } from '#src/api/api.ts';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { reach } from '#src/components/ui/reach.ts';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { notify } from '#src/components/ui/toast.ts';
import { useViewSearch } from '#src/url/use-view-search.ts';
import { findOperations } from './api-document.ts';
import { apiReferenceQuery } from './api-queries.ts';
import { apiSearch } from './api-search.ts';
import { Introduction } from './introduction.tsx';
import { OperationList } from './operation-list.tsx';

const OperationPanel = lazyPart(
  () => import('./operation-panel.tsx'),
  (part) => part.OperationPanel,
);
const preparePanel = () => void OperationPanel.load().catch(() => undefined);
const loadDownload = () => import('./download-document.ts');

/** The reference of this server's API, from its own description. */
export function ApiPage() {
  const { data } = useSuspenseQuery(apiReferenceQuery);
  const [view, setView] = useViewSearch(apiSearch);
  const all = data.groups.flatMap((group) => group.operations);
  const shown = all.find((operation) => operation.id === view.op);
  const apiBase = new URL(api().apiBase, window.location.origin).href.replace(/\/+$/, '');
  return (
    <Page>
      <PageHeader
        title="API"
        facts={[data.version, `${all.length} operations`, <code key="base">{apiBase}</code>]}
        actions={<DownloadButton />}
      />
      <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(240px,320px)_minmax(0,1fr)]">
        <OperationList
          groups={findOperations(data.groups, view.q)}
          view={view}
          onQuery={(q) => setView({ q })}
          onReach={preparePanel}
        />
        {view.op === '' ? (
          <Introduction apiBase={apiBase} />
        ) : shown === undefined ? (
          <EmptyState title="There is no such operation">This server does not have {view.op}.</EmptyState>
        ) : (
          <Suspense fallback={<Skeleton className="h-160!" />}>
            <OperationPanel document={data.document} listed={shown} apiBase={apiBase} view={view} />
          </Suspense>
        )}
      </div>
    </Page>
  );
}

function DownloadButton() {
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      await (await loadDownload()).downloadDocument();
    } catch (error) {
      notify.failure('The description could not be fetched', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={isBusy} {...reach(loadDownload)} onClick={() => void download()}>
      <Download aria-hidden /> openapi.json
    </Button>
  );
}
