import { createFileRoute } from '@tanstack/react-router';
import { serversQuery } from '#src/api/server-queries.ts';
import { wordOrder } from '#src/components/table/table-late.ts';
import { ServersPage } from '#src/features/servers/servers-page.tsx';
import { serversSearch } from '#src/features/servers/servers-search.ts';

export const Route = createFileRoute('/_app/w/$orgId/servers')({
  staticData: { crumb: 'Servers' },
  validateSearch: serversSearch.validate,
  loader: ({ context, params }) => {
    // The table is sorted by name.
    wordOrder.load().catch(() => undefined);
    return context.queryClient.query({ ...serversQuery(params.orgId), staleTime: 'static' });
  },
  component: ServersPage,
});
