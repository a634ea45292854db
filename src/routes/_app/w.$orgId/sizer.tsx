import { createFileRoute } from '@tanstack/react-router';
import { SizerPage } from '#src/features/sizer/sizer-page.tsx';
import { loadSizerPage } from '#src/features/sizer/sizer-queries.ts';

export const Route = createFileRoute('/_app/w/$orgId/sizer')({
  staticData: { crumb: 'Sizer' },
  // Read by the page itself (sizer-search.ts): the schemas of the form would weigh on everybody's first load.
  validateSearch: (raw: Record<string, unknown>): Record<string, unknown> => raw,
  loader: ({ context, params }) => loadSizerPage(context.queryClient, params.orgId),
  component: SizerPage,
});
