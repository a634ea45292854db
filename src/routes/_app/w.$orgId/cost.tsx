import { createFileRoute } from '@tanstack/react-router';
import { CostPage } from '#src/features/cost/cost-page.tsx';
import { costSearch } from '#src/features/cost/cost-search.ts';

export const Route = createFileRoute('/_app/w/$orgId/cost')({
  staticData: { crumb: 'Cost' },
  validateSearch: costSearch.validate,
  component: CostPage,
});
