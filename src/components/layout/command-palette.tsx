import { useQueries } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { Command as Cmdk } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useDeferredValue, useState, useSyncExternalStore } from 'react';
import { itemStyles, overlayStyles, scrimStyles } from '#src/components/ui/overlay-styles.ts';
import { notify } from '#src/components/ui/toast.ts';
import { commandStore, type Command } from './commands.ts';
import { existingPages } from './nav-items.ts';
import { setTheme, THEMES } from './theme.ts';
import { useWorkspace } from './use-workspace.ts';

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onShowKeys: () => void;
  onSignOut: () => void;
}

const MIN_SEARCH = 2;

/** Pages, actions and objects, by typing. Loaded by the first Ctrl K. */
export function CommandPalette({ open, onOpenChange, onShowKeys, onSignOut }: CommandPaletteProps) {
  const [text, setText] = useState('');
  const typed = useDeferredValue(text.trim());
  const { orgId } = useWorkspace();
  const router = useRouter();
  const navigate = useNavigate();
  const offered = useSyncExternalStore(commandStore.subscribe, commandStore.commands);
  const sources = useSyncExternalStore(commandStore.subscribe, commandStore.sources);
  const found = useQueries({
    queries: sources.map((source) => ({
      queryKey: ['commands', source.id, orgId, typed],
      queryFn: ({ signal }: { signal: AbortSignal }) => source.search(typed, orgId, signal),
      enabled: open && typed.length >= MIN_SEARCH,
      staleTime: 30_000,
      meta: { quiet: true },
    })),
  });
  const pages: Command[] = existingPages(router.routesByPath).map((page) => ({
    id: page.path,
    label: page.label,
    group: 'Pages',
    keywords: page.keywords,
    // The path is one of the routes that exist, which the type of a list cannot say.
    run: () => void navigate({ to: page.path as '/w/$orgId/profile', params: { orgId } }),
  }));
  const actions: Command[] = [
    ...THEMES.map((theme) => ({
      id: `theme-${theme}`,
      label: `Theme: ${theme}`,
      group: 'Actions',
      run: () => setTheme(theme),
    })),
    {
      id: 'share',
      label: 'Copy the address of this view',
      group: 'Actions',
      keywords: 'share link url',
      run: () =>
        void navigator.clipboard.writeText(window.location.href).then(
          () => notify.success('Address copied'),
          () => notify.error('The browser refused to copy'),
        ),
    },
    { id: 'keys', label: 'Show keys', group: 'Actions', keywords: 'shortcuts help', run: onShowKeys },
    { id: 'sign-out', label: 'Sign out', group: 'Actions', run: onSignOut },
  ];
  const all = [...found.flatMap((result) => result.data ?? []), ...pages, ...offered, ...actions];
  const groups = [...new Set(all.map((command) => command.group))];
  const isSearching = found.some((result) => result.isFetching);

  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={scrimStyles} />
        <Dialog.Content
          aria-describedby={undefined}
          className={`fixed top-[12dvh] left-1/2 w-[min(560px,calc(100vw-24px))] -translate-x-1/2 p-0! ${overlayStyles}`}
        >
          <Dialog.Title className="sr-only">Find pages, actions and objects</Dialog.Title>
          <Cmdk label="Find" loop>
            <Cmdk.Input
              value={text}
              onValueChange={setText}
              placeholder="Find a page, an action, an object"
              className="w-full border-b border-line bg-surface px-4 py-3 text-base outline-none placeholder:text-ink-3"
            />
            <Cmdk.List className="max-h-[min(420px,60dvh)] overflow-y-auto p-1">
              <Cmdk.Empty className="px-3 py-4 text-ink-3">
                {isSearching ? 'Searching…' : 'Nothing matches'}
              </Cmdk.Empty>
              {groups.map((group) => (
                <Cmdk.Group
                  key={group}
                  heading={group}
                  className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-0.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-3"
                >
                  {all
                    .filter((command) => command.group === group)
                    .map((command) => (
                      <Cmdk.Item
                        key={command.id}
                        value={command.id}
                        keywords={[command.label, command.keywords ?? '', command.detail ?? '']}
                        className={itemStyles}
                        onSelect={() => {
                          onOpenChange(false);
                          command.run(navigate);
                        }}
                      >
                        <span className="truncate">{command.label}</span>
                        {command.detail !== undefined && (
                          <span className="ml-auto truncate text-xs text-ink-3">{command.detail}</span>
                        )}
                      </Cmdk.Item>
                    ))}
                </Cmdk.Group>
              ))}
            </Cmdk.List>
          </Cmdk>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
