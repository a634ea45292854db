import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/api/api.ts';
import { documentSchema, toGroups } from './api-document.ts';

/** The operations of this server under their headings, from its own description. */
export const apiReferenceQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async ({ signal }) => {
    const document = await api().request('/openapi.json', documentSchema, { signal });
    return { version: document.info.version, groups: toGroups(document) };
  },
  staleTime: 10 * 60_000,
  meta: { quiet: true },
});

/** Saves the description as a file: a plain link would come without the token. */
export async function downloadDocument(): Promise<void> {
  const response = await api().requestRaw('/openapi.json');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = 'openapi.json';
  link.click();
  // Later: some browsers read it only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
