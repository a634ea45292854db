import { createFileRoute } from '@tanstack/react-router';
import { ApiPage } from '#src/features/api/api-page.tsx';
import { apiReferenceQuery } from '#src/features/api/api-queries.ts';
import { apiSearch } from '#src/features/api/api-search.ts';

export const Route = createFileRoute('/_app/w/$orgId/api')({
  staticData: { crumb: 'API' },
  validateSearch: apiSearch.validate,
  loader: ({ context }) => context.queryClient.query({ ...apiReferenceQuery, staleTime: 'static' }),
  component: ApiPage,
});
