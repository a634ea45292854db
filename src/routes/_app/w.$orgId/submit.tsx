import { createFileRoute } from '@tanstack/react-router';
import { SubmitPage } from '#src/features/submit/submit-page.tsx';
import { loadSubmitPage } from '#src/features/submit/submit-queries.ts';
import { submitSearch } from '#src/features/submit/submit-search.ts';

export const Route = createFileRoute('/_app/w/$orgId/submit')({
  staticData: { crumb: 'Submit' },
  validateSearch: submitSearch.validate,
  loaderDeps: ({ search }) => ({ from: submitSearch.read(search).from }),
  loader: ({ context, params, deps, location }) =>
    loadSubmitPage(context.queryClient, params.orgId, deps.from, location.searchStr !== ''),
  component: SubmitPage,
});
