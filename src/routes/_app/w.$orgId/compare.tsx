import { createFileRoute } from '@tanstack/react-router';
import { ComparePage } from '#src/features/compare/compare-page.tsx';
import { compareSearch } from '#src/features/compare/compare-search.ts';

export const Route = createFileRoute('/_app/w/$orgId/compare')({
  staticData: { crumb: 'Compare' },
  validateSearch: compareSearch.validate,
  component: ComparePage,
});
