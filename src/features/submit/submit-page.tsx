import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { useViewSearch } from '#src/url/use-view-search.ts';
import { SubmitForm } from './submit-form.tsx';
import { submitSearch } from './submit-search.ts';
import { useStart } from './use-start.ts';

const CannotSubmit = lazyPart(
  () => import('./cannot-submit.tsx'),
  (part) => part.CannotSubmit,
);

export function SubmitPage() {
  const { orgId, can, membership } = useWorkspace();
  const [search] = useViewSearch(submitSearch);
  if (membership.is_reference || !can('engineer')) return <CannotSubmit />;
  // Another workspace or another link is another form.
  const origin = JSON.stringify(submitSearch.write(search));
  return <StartedForm key={`${orgId} ${origin}`} origin={origin === '{}' ? '' : origin} />;
}

function StartedForm({ origin }: { origin: string }) {
  const { orgId } = useWorkspace();
  const [search] = useViewSearch(submitSearch);
  const { initial, draft, job, projects } = useStart(orgId, search, origin);
  return (
    <SubmitForm
      origin={origin}
      initial={initial}
      draft={draft}
      projects={projects.filter((project) => !project.is_reference)}
      repeats={job}
      hasOtherLoad={search.concurrency !== ''}
      missingJobId={search.from !== 0 && job === null ? search.from : null}
    />
  );
}
