import { createFileRoute } from '@tanstack/react-router';
import { summariesQuery } from '#src/features/telemetry/summaries-query.ts';
import { loadJobTelemetry, TelemetryPage } from '#src/features/telemetry/telemetry-page.tsx';
import { telemetrySearch } from '#src/features/telemetry/telemetry-search.ts';

export const Route = createFileRoute('/_app/w/$orgId/telemetry')({
  staticData: { crumb: 'Telemetry' },
  validateSearch: telemetrySearch.validate,
  loaderDeps: ({ search }) => ({ job: telemetrySearch.read(search).job }),
  loader: async ({ context, params, deps }) => {
    if (deps.job > 0) return loadJobTelemetry();
    await context.queryClient
      .query({ ...summariesQuery(params.orgId), staleTime: 'static' })
      .catch(() => undefined);
  },
  component: TelemetryPage,
});
