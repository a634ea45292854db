import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SavedView } from '#contract/views/v-saved-views.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { notify } from '#src/components/ui/toast.ts';
import { deleteView, savedViewsQuery } from './saved-views-queries.ts';

interface DeleteViewDialogProps {
  view: SavedView;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a view goes, as it may be other people's too. */
export function DeleteViewDialog({ view, onDeleted, onClose }: DeleteViewDialogProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteView(view.saved_view_id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: savedViewsQuery(view.org_id, view.view_key).queryKey });
      onDeleted();
      notify.success(`${view.view_name} is deleted`);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Delete ${view.view_name}?`}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            Delete the view
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-sm text-ink-2">
        <p>
          {view.is_shared ? 'It goes from the menu of every member. ' : ''}
          The page stays as it is, links to it go on working, and no result is touched.
        </p>
        {remove.isError && <ErrorState error={remove.error} title="The view was not deleted" />}
      </div>
    </Dialog>
  );
}
