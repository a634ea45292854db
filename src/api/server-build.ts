import { queryOptions } from '@tanstack/react-query';
import { versionSchema } from '#contract/version.ts';
import { api } from './api.ts';
import { servesThisPage } from './serves-this-page.ts';

const EACH_MS = 5 * 60_000;

/** What the server says it is, in one line; read on focus and each five minutes, by one tab for all. */
export const serverBuildQuery = queryOptions({
  queryKey: ['server-build'],
  queryFn: async ({ signal }) => {
    const { version, commit, schema } = await api().requestPublic('/version', versionSchema, { signal });
    return { build: [version, commit, schema].join(' '), servesThisPage: await servesThisPage(signal) };
  },
  refetchInterval: EACH_MS,
  refetchOnWindowFocus: 'always' as const,
  retry: false,
  meta: { quiet: true },
});
