import { queryOptions } from '@tanstack/react-query';
import { versionSchema } from '#contract/version.ts';
import { api } from './api.ts';

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

/** Whether the site still hands out the program that runs here; true where that cannot be told. */
async function servesThisPage(signal: AbortSignal): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (own == null) return true;
  try {
    const response = await fetch('/', { cache: 'no-store', signal });
    return !response.ok || isServed(await response.text(), own);
  } catch {
    return true;
  }
}

/** Whether a start page loads the module `own`; true for a page that is no start page of this program. */
export function isServed(html: string, own: string): boolean {
  return !html.includes('id="root"') || html.includes(own.split('?')[0] ?? own);
}
