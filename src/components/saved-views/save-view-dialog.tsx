import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { saveView as saveViewRpc, SEARCH_TEXT_MOST_BYTES } from '#contract/rpc/saved-views.ts';
import type { SavedView } from '#contract/views/v-saved-views.ts';
import { grouped } from '#lib/grouped.ts';
import { Field } from '#src/components/form/field.tsx';
import { Form, FormError, useSchemaForm } from '#src/components/form/form.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Checkbox } from '#src/components/ui/checkbox.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { notify } from '#src/components/ui/toast.ts';
import type { OpenedView } from './opened-view.ts';
import { savedViewsQuery, saveView } from './saved-views-queries.ts';
import { viewText } from './search-state.ts';

interface SaveViewDialogProps {
  viewKey: string;
  /** The present state of the page. */
  text: string;
  /** The view to rename; undefined keeps the present state as a new one. */
  view: SavedView | undefined;
  onSaved: (view: OpenedView) => void;
  onClose: () => void;
}

/** Names a view of the page. */
export function SaveViewDialog(props: SaveViewDialogProps) {
  const isTooLong = new TextEncoder().encode(props.text).length > SEARCH_TEXT_MOST_BYTES;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      title={props.view === undefined ? 'Save the view' : `Rename ${props.view.view_name}`}
      description={
        props.view === undefined
          ? 'Keeps filters, sort, columns and what else the address holds; not what is selected or open.'
          : undefined
      }
    >
      {isTooLong && props.view === undefined ? (
        <p className="text-sm text-ink-2">
          The address holds more than {grouped(SEARCH_TEXT_MOST_BYTES)} bytes, which is the most that a view
          keeps. Leave out some filters, or copy the link instead.
        </p>
      ) : (
        <SaveViewForm {...props} />
      )}
    </Dialog>
  );
}

function SaveViewForm({ viewKey, text, view, onSaved, onClose }: SaveViewDialogProps) {
  const client = useQueryClient();
  const { orgId, mayWrite } = useWorkspace();
  const state = useSchemaForm({
    schema: saveViewRpc.params,
    defaultValues: {
      p_org_id: orgId,
      p_view_key: viewKey,
      p_view_name: view?.view_name ?? '',
      p_search_text: view?.search_text ?? text,
      p_is_shared: view === undefined ? false : null,
      p_saved_view_id: view?.saved_view_id ?? null,
    },
    onSubmit: async (values) => {
      const saved = await saveView(values);
      await client.invalidateQueries({ queryKey: savedViewsQuery(orgId, viewKey).queryKey });
      onSaved({
        id: saved.saved_view_id,
        name: saved.view_name,
        text: view === undefined ? text : viewText(view.search_text),
      });
      notify.success(view === undefined ? `${saved.view_name} is saved` : `It is ${saved.view_name} now`);
      onClose();
    },
  });
  return (
    <Form state={state}>
      <Field name="p_view_name" label="Name">
        {(control) => <Input autoComplete="off" maxLength={80} {...control} />}
      </Field>
      {view === undefined && mayWrite && <ShareField />}
      <FormError title="The view was not saved" />
      <div className="mt-1 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={state.form.formState.isSubmitting}>
          {view === undefined ? 'Save' : 'Rename'}
        </Button>
      </div>
    </Form>
  );
}

function ShareField() {
  const id = useId();
  const { field } = useController({ name: 'p_is_shared' });
  return (
    <div className="flex items-center gap-2 text-sm">
      <Checkbox
        id={id}
        checked={field.value === true}
        onBlur={field.onBlur}
        onCheckedChange={(on) => field.onChange(on === true)}
      />
      <label htmlFor={id}>Share with the workspace: every member finds it in this menu</label>
    </div>
  );
}
