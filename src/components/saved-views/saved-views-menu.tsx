import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import type { SavedView } from '#contract/views/v-saved-views.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#src/components/ui/dropdown-menu.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { notify } from '#src/components/ui/toast.ts';
import { currentView, rememberOpened, useOpenedView } from './opened-view.ts';
import { addressOfView } from './pages-of-views.ts';
import { savedViewsQuery, saveView } from './saved-views-queries.ts';
import { isUsual, openedSearch, usualSearch, viewText } from './search-state.ts';

const SaveViewDialog = lazyPart(
  () => import('./save-view-dialog.tsx'),
  (part) => part.SaveViewDialog,
);
const DeleteViewDialog = lazyPart(
  () => import('./delete-view-dialog.tsx'),
  (part) => part.DeleteViewDialog,
);

interface SavedViewsMenuProps {
  viewKey: string;
  /** One element: the button that opens it, or what stands at its place. */
  trigger: ReactNode;
  /** Takes the focus when it closes; else the trigger has it. */
  onClosed?: () => void;
}

/** One change of a view; what is not given stays. */
interface ViewChange {
  view: SavedView;
  text?: string;
  isShared?: boolean;
  isPinned?: boolean;
}

function outcomeOf({ view, isShared, isPinned }: ViewChange): string {
  if (isPinned !== undefined) return isPinned ? 'is on the overview' : 'is no longer on the overview';
  if (isShared === undefined) return 'is updated';
  return isShared ? 'is shared with the workspace' : `is ${view.is_own ? 'yours' : 'its owner’s'} alone`;
}

const USUAL = 'usual';

/** Opens, saves, shares and deletes views. Opens at once: its module is loaded by the press that asks for it. */
export function SavedViewsMenu({ viewKey, trigger, onClosed }: SavedViewsMenuProps) {
  const { orgId, membership, can, mayWrite } = useWorkspace();
  const navigate = useNavigate();
  const client = useQueryClient();
  const searchStr = useLocation({ select: (location) => location.searchStr });
  const text = viewText(searchStr);
  const [open, setOpen] = useState(true);
  const [dialog, setDialog] = useState<'none' | 'new' | 'rename' | 'delete'>('none');
  // Opened when the menu has given the focus back, so that the dialog gives it back to the same button.
  const wanted = useRef<typeof dialog>('none');
  const [opened, setOpened] = useOpenedView(orgId, viewKey);
  const query = savedViewsQuery(orgId, viewKey);
  const views = useQuery({ ...query, enabled: open });
  const rows = views.data ?? [];
  // A link leads to a state and names no view: what equals it is what is open.
  const current = currentView(rows, opened, text);
  const isChanged = current !== undefined && viewText(current.search_text) !== text;
  const canChange = current !== undefined && (current.is_own || can('admin'));
  const isReadOnly = membership.is_reference;

  const show = (view: SavedView | null) => {
    if (view === null) setOpened(null);
    else rememberOpened(orgId, view);
    void navigate({
      to: '.',
      resetScroll: false,
      search: (view === null
        ? usualSearch(searchStr, viewKey)
        : openedSearch(searchStr, view.search_text)) as never,
    });
  };
  const change = useMutation({
    mutationFn: ({ view, ...what }: ViewChange) =>
      saveView({
        p_org_id: orgId,
        p_view_key: viewKey,
        p_saved_view_id: view.saved_view_id,
        p_view_name: view.view_name,
        p_search_text: what.text ?? view.search_text,
        p_is_shared: what.isShared ?? null,
        p_is_pinned: what.isPinned ?? null,
      }),
    onSuccess: async (_, done) => {
      const { view } = done;
      if (done.text !== undefined)
        setOpened({ id: view.saved_view_id, name: view.view_name, text: done.text });
      notify.success(`${view.view_name} ${outcomeOf(done)}`);
      await client.invalidateQueries({ queryKey: query.queryKey });
    },
    onError: (error) => notify.failure('The view was not changed', error),
  });
  const copyLink = () => {
    const search = new URLSearchParams(openedSearch(searchStr, text)).toString();
    const link = `${window.location.origin}${window.location.pathname}${search === '' ? '' : `?${search}`}`;
    navigator.clipboard.writeText(link).then(
      () => notify.success('The link is copied', { description: 'It opens the page as it is now.' }),
      () => notify.error('The browser refused to copy', { description: link }),
    );
  };
  const own = rows.filter((view) => view.is_own);
  const shared = rows.filter((view) => !view.is_own);
  const closeDialog = () => setDialog('none');

  return (
    <>
      <DropdownMenu open={open} onOpenChange={setOpen}>
        <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
        <DropdownMenuContent
          align="end"
          className="w-72"
          onCloseAutoFocus={(event) => {
            if (onClosed !== undefined) {
              event.preventDefault();
              onClosed();
            }
            setDialog(wanted.current);
            wanted.current = 'none';
          }}
        >
          <DropdownMenuRadioGroup
            value={current?.saved_view_id ?? (isUsual(text, viewKey) ? USUAL : '')}
            onValueChange={(id) => show(rows.find((view) => view.saved_view_id === id) ?? null)}
          >
            <DropdownMenuRadioItem value={USUAL}>Usual view</DropdownMenuRadioItem>
            {views.isPending && <DropdownMenuLabel>Reading…</DropdownMenuLabel>}
            {views.isError && (
              <DropdownMenuItem
                onSelect={(event) => {
                  event.preventDefault();
                  void views.refetch();
                }}
              >
                The saved views could not be read. Try again
              </DropdownMenuItem>
            )}
            {own.length > 0 && <DropdownMenuLabel>Yours</DropdownMenuLabel>}
            {own.map((view) => (
              <ViewItem key={view.saved_view_id} view={view} note={view.is_shared ? 'shared' : null} />
            ))}
            {shared.length > 0 && <DropdownMenuLabel>Shared by others</DropdownMenuLabel>}
            {shared.map((view) => (
              <ViewItem key={view.saved_view_id} view={view} note={view.owner_name ?? 'a former member'} />
            ))}
          </DropdownMenuRadioGroup>
          {views.isSuccess && rows.length === 0 && (
            <DropdownMenuLabel>
              {isReadOnly
                ? 'Views are saved in a workspace of your own.'
                : 'None saved yet. Filter, sort or choose columns, then save that here.'}
            </DropdownMenuLabel>
          )}
          <DropdownMenuSeparator />
          {!isReadOnly && (
            <DropdownMenuItem disabled={!views.isSuccess} onSelect={() => (wanted.current = 'new')}>
              Save as a new view…
            </DropdownMenuItem>
          )}
          {canChange && (
            <>
              <DropdownMenuItem disabled={!isChanged} onSelect={() => change.mutate({ view: current, text })}>
                <span className="truncate">Update {current.view_name}</span>
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={() => (wanted.current = 'rename')}>Rename…</DropdownMenuItem>
              {(mayWrite || current.is_shared) && (
                <DropdownMenuItem
                  onSelect={() => change.mutate({ view: current, isShared: !current.is_shared })}
                >
                  {current.is_shared ? 'Stop sharing' : 'Share with the workspace'}
                </DropdownMenuItem>
              )}
              {can('admin') && current.is_shared && addressOfView(current) !== null && (
                <DropdownMenuItem
                  onSelect={() => change.mutate({ view: current, isPinned: !current.is_pinned })}
                >
                  {current.is_pinned ? 'Take off the overview' : 'Put on the overview'}
                </DropdownMenuItem>
              )}
              <DropdownMenuItem onSelect={() => (wanted.current = 'delete')}>Delete…</DropdownMenuItem>
            </>
          )}
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={copyLink}>Copy link to this view</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <Suspense>
        {(dialog === 'new' || (dialog === 'rename' && current !== undefined)) && (
          <SaveViewDialog
            viewKey={viewKey}
            text={text}
            view={dialog === 'rename' ? current : undefined}
            onSaved={setOpened}
            onClose={closeDialog}
          />
        )}
        {dialog === 'delete' && current !== undefined && (
          <DeleteViewDialog view={current} onDeleted={() => setOpened(null)} onClose={closeDialog} />
        )}
      </Suspense>
    </>
  );
}

function ViewItem({ view, note }: { view: SavedView; note: string | null }) {
  return (
    <DropdownMenuRadioItem value={view.saved_view_id}>
      <span className="min-w-0 flex-1 truncate">{view.view_name}</span>
      {note !== null && <span className="max-w-24 shrink-0 truncate text-xs text-ink-3">{note}</span>}
    </DropdownMenuRadioItem>
  );
}
