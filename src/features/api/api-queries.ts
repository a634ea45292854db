import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/api/api.ts';
import { documentSchema, toGroups } from './api-document.ts';

/** The operations of this server under their headings, from its own description. */
export const apiReferenceQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async ({ signal }) => {
    const document = await api().request('/openapi.json', documentSchema, { signal });
    // A megabyte was read: what is drawn of it is another task, so that neither holds up the page.
    await new Promise((resolve) => setTimeout(resolve));
    return { version: document.info.version, groups: toGroups(document), document };
  },
  staleTime: 10 * 60_000,
  meta: { quiet: true },
});
