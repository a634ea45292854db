import { Plus } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { reach } from '#src/components/ui/reach.ts';
import { jobIds } from './job-ids.ts';
import type { JobsTabProps } from './jobs-tab-props.ts';
import { Waiting } from './waiting.tsx';

const Beginnings = lazyPart(
  () => import('./beginnings.tsx'),
  (part) => part.Beginnings,
);
const SelectedResults = lazyPart(
  () => import('./selected-results.tsx'),
  (part) => part.SelectedResults,
);
const AddResultDialog = lazyPart(
  () => import('./add-result-dialog.tsx'),
  (part) => part.AddResultDialog,
);

const SavedViewsPlace = lazyPart(
  () => import('#src/components/saved-views/saved-views-place.tsx'),
  (part) => part.SavedViewsPlace,
);

/** Begins to fetch what the tab will draw. */
export const loadJobsTab = async (hasJobs: boolean): Promise<void> => {
  await Promise.all([SavedViewsPlace.ahead(), (hasJobs ? SelectedResults : Beginnings).ahead()]);
};

/** The selected results, or how to select some. */
export function JobsTab({ orgIds, estimates, view, onViewChange }: JobsTabProps) {
  const [adds, setAdds] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const ids = useMemo(() => jobIds(view.jobs), [view.jobs]);
  const actions = (
    <>
      <Button
        variant={ids.length === 0 ? 'primary' : 'default'}
        {...reach(AddResultDialog.load)}
        onClick={() => {
          setWasOpened(true);
          setAdds(true);
        }}
      >
        <Plus aria-hidden />
        Add results
      </Button>
      <SavedViewsPlace viewKey="compare" />
    </>
  );
  return (
    <>
      <Suspense fallback={<Waiting />}>
        {ids.length === 0 ? (
          <Beginnings estimates={estimates} picker={actions} view={view} />
        ) : (
          <SelectedResults
            ids={ids}
            orgIds={orgIds}
            picker={actions}
            view={view}
            onViewChange={onViewChange}
          />
        )}
      </Suspense>
      <Suspense>
        {wasOpened && (
          <AddResultDialog
            open={adds}
            onOpenChange={setAdds}
            orgIds={orgIds}
            takesSimulated={view.simulated}
            onSimulated={() => onViewChange({ simulated: true })}
            selected={ids}
            onAdd={(id) => onViewChange({ jobs: [...ids, id].map(String) })}
          />
        )}
      </Suspense>
    </>
  );
}
