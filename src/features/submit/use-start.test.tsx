import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import {
  aiModelsQuery,
  frameworksQuery,
  frameworkVersionsQuery,
  quantizationsQuery,
} from '#src/api/catalog-queries.ts';
import { serversQuery } from '#src/api/server-queries.ts';
import { emptyDocument } from '#src/components/form/empty-document.ts';
import { FormCore } from '#src/components/form/form-core.tsx';
import { useLateForm } from '#src/components/form/late-form.tsx';
import { planOf } from './plan.ts';
import { jobToRepeatQuery, projectChoicesQuery } from './submit-queries.ts';
import { submitSearch } from './submit-search.ts';
import { submitSchema } from './submit-schema.ts';
import { useSituation } from './use-situation.ts';
import { useStart } from './use-start.ts';

const ORG = '11111111-1111-4111-8111-111111111111';
const AT = '2026-06-01T00:00:00Z';
const NO_STORE = { getItem: () => null, setItem: () => undefined };
const SEARCH = submitSearch.read({ server: 'gpu-1' });

const config = (config_code: string, status_code: ServerCurrentStatus['status_code'] = 'online') =>
  ({
    hostname: 'gpu-1',
    config_code,
    server_config_id: 1,
    launch_kind: 'simulated',
    status_code,
    capabilities: null,
    pending_count: 0,
  }) as unknown as ServerCurrentStatus;

let client: QueryClient;
let page: ReturnType<typeof emptyDocument>;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  page = emptyDocument();
  vi.stubGlobal('window', page.view);
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(jobToRepeatQuery(ORG, 0).queryKey, null);
  client.setQueryData(projectChoicesQuery(ORG).queryKey, []);
  client.setQueryData(serversQuery(ORG).queryKey, [config('first')]);
  client.setQueryData(aiModelsQuery(ORG).queryKey, []);
  client.setQueryData(quantizationsQuery.queryKey, []);
  client.setQueryData(frameworksQuery.queryKey, [
    { framework_code: 'vllm', framework_name: 'vLLM', launchable: true, sort_order: 1 },
  ]);
  client.setQueryData(frameworkVersionsQuery.queryKey, [
    { framework_code: 'vllm', version: '0.19.0', sort_order: 1, created_at: AT },
  ]);
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

it('never changes a field because something was read again', async () => {
  const seen: { current: ReturnType<typeof useForm> | null } = { current: null };
  function useForm() {
    const { initial } = useStart(ORG, SEARCH, '', NO_STORE);
    const form = useLateForm(initial);
    return { form, situation: useSituation(ORG, form.values, planOf(form.values), false) };
  }
  function Probe() {
    seen.current = useForm();
    const { form } = seen.current;
    return (
      form.isReached && (
        <FormCore
          late={form}
          schema={submitSchema}
          names={['p_run_name', 'p_concurrency']}
          onSubmit={() => Promise.resolve()}
        />
      )
    );
  }
  const root = createRoot(page.container);
  await act(async () => {
    root.render(
      <QueryClientProvider client={client}>
        <Suspense>
          <Probe />
        </Suspense>
      </QueryClientProvider>,
    );
    await Promise.resolve();
  });
  const values = () => seen.current?.form.values;
  expect(values()).toMatchObject({ p_config_code: 'first', p_version: '0.19.0', p_run_name: '' });

  await act(async () => {
    seen.current?.form.set({ p_run_name: 'typed' });
    await Promise.resolve();
  });
  await act(async () => {
    seen.current?.form.set({ p_concurrency: '77' });
    await Promise.resolve();
  });
  expect(seen.current?.form.isAttached).toBe(true);
  const typed = structuredClone(values());
  expect(typed).toMatchObject({ p_run_name: 'typed', p_concurrency: '77' });

  // The chosen config goes away, another comes, a version and a project appear.
  await act(async () => {
    client.setQueryData(serversQuery(ORG).queryKey, [config('second', 'busy')]);
    client.setQueryData(projectChoicesQuery(ORG).queryKey, [{ project_id: 1 } as never]);
    client.setQueryData(frameworkVersionsQuery.queryKey, [
      { framework_code: 'vllm', version: '0.20.0', sort_order: 0, created_at: AT },
    ]);
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  // The page has seen it …
  expect(seen.current?.situation.servers.map((row) => row.config_code)).toEqual(['second']);
  expect(seen.current?.situation.config).toBeNull();
  expect(seen.current?.situation.concurrencies).toEqual([77]);
  // … and the fields stand.
  expect(values()).toEqual(typed);
  await act(async () => {
    root.unmount();
    await Promise.resolve();
  });
});
