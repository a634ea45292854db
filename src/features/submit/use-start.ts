import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { frameworksQuery, frameworkVersionsQuery } from '#src/api/catalog-queries.ts';
import { serversQuery } from '#src/api/server-queries.ts';
import type { ViewState } from '#src/url/search.ts';
import { readDraft, type Store } from './draft.ts';
import { initialValues } from './initial-values.ts';
import { jobToRepeatQuery, projectChoicesQuery } from './submit-queries.ts';
import type { submitSearch } from './submit-search.ts';

/** What the form starts with, decided once: what is read later never changes what stands in the fields. */
export function useStart(
  orgId: string,
  search: ViewState<(typeof submitSearch)['shape']>,
  origin: string,
  store: Store = sessionStorage,
) {
  const { data: job } = useSuspenseQuery(jobToRepeatQuery(orgId, search.from));
  const { data: projects } = useSuspenseQuery(projectChoicesQuery(orgId));
  const { data: servers } = useSuspenseQuery(serversQuery(orgId));
  const { data: frameworks } = useSuspenseQuery(frameworksQuery);
  const { data: versions } = useSuspenseQuery(frameworkVersionsQuery);
  const [start] = useState(() => ({
    initial: initialValues({ search, job, projects, servers, frameworks, versions }),
    draft: readDraft(store, orgId, origin),
  }));
  return { ...start, job, projects };
}
