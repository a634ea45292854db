import { useNavigate, useRouter } from '@tanstack/react-router';
import { Command as Cmdk } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { itemStyles, overlayStyles, scrimStyles } from '#src/components/ui/overlay-styles.ts';
import { commandStore, type Command } from './commands.ts';
import { existingPages } from './nav-items.ts';
import { NAV_WORDS } from './nav-words.ts';
import { printPage } from './print-page.ts';
import { recentObjects } from './recent.ts';
import { shareView } from './share-view.ts';
import { setTheme, THEMES } from './theme.ts';
import { useFoundCommands } from './use-found-commands.ts';
import { useWorkspace } from './use-workspace.ts';

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onShowKeys: () => void;
  onSignOut: () => void;
}

/** Objects looked at last, pages, actions, and objects by typing. Loaded by the first Ctrl K. */
export function CommandPalette({ open, onOpenChange, onShowKeys, onSignOut }: CommandPaletteProps) {
  const [text, setText] = useState('');
  const { orgId, mayWrite } = useWorkspace();
  const router = useRouter();
  const navigate = useNavigate();
  const offered = useSyncExternalStore(commandStore.subscribe, commandStore.commands);
  const { found, isSearching } = useFoundCommands(text, orgId, open);
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState('');
  const [hasMoved, setMoved] = useState(false);
  // Objects come in after the first match was chosen: until a person moves, the first line is the chosen one.
  useEffect(() => {
    if (hasMoved) return;
    const frame = requestAnimationFrame(() => {
      const first = list.current?.querySelector('[cmdk-item]')?.getAttribute('data-value');
      if (first != null) setChosen(first);
    });
    return () => cancelAnimationFrame(frame);
  });
  // Read when it opens: both are of the page below.
  const [recent, ofPage] = useMemo(
    () => (open ? [recentCommands(orgId), commandsOfPage()] : [[], []]),
    [open, orgId],
  );
  const pages: Command[] = existingPages(router.routesByPath).map((page) => ({
    id: page.path,
    label: page.label,
    group: 'Pages',
    keywords: NAV_WORDS[page.label] ?? '',
    detail: `g ${page.key}`,
    // The path is one of the routes that exist, which the type of a list cannot say.
    run: () => void navigate({ to: page.path as '/w/$orgId/profile', params: { orgId } }),
  }));
  const action = (id: string, label: string, keywords: string, run: () => void): Command => ({
    id,
    label,
    group: 'Actions',
    keywords,
    run,
  });
  const actions: Command[] = [
    ...(mayWrite
      ? [
          action(
            'new-job',
            'New job',
            'submit benchmark create',
            () => void navigate({ to: '/w/$orgId/submit', params: { orgId } }),
          ),
        ]
      : []),
    action('share', 'Copy the address of this view', 'share link url', () => void shareView()),
    action('print', 'Print this page', 'pdf paper', () => void printPage()),
    ...THEMES.map((theme) => action(`theme-${theme}`, `Theme: ${theme}`, 'colours', () => setTheme(theme))),
    action('keys', 'Show keys', 'shortcuts help', onShowKeys),
    action('sign-out', 'Sign out', 'leave', onSignOut),
  ];
  const known = new Set(recent.map((one) => one.label));
  const all = [
    ...recent,
    ...found.filter((one) => !known.has(one.label)),
    ...ofPage,
    ...pages,
    ...offered,
    ...actions,
  ];
  const groups = [...new Set(all.map((command) => command.group))];

  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={scrimStyles} />
        <Dialog.Content
          aria-describedby={undefined}
          className={`fixed top-[12dvh] left-1/2 w-[min(560px,calc(100vw-24px))] -translate-x-1/2 p-0! ${overlayStyles}`}
        >
          <Dialog.Title className="sr-only">Find pages, actions and objects</Dialog.Title>
          <Cmdk
            label="Find"
            loop
            value={chosen}
            onValueChange={setChosen}
            onKeyDown={(event) => {
              if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End')
                setMoved(true);
            }}
            onPointerMove={() => setMoved(true)}
          >
            <Cmdk.Input
              value={text}
              onValueChange={(typed) => {
                setText(typed);
                setMoved(false);
              }}
              placeholder="Find a page, an action, an object"
              className="w-full border-b border-line bg-surface px-4 py-3 text-base outline-none placeholder:text-ink-3"
            />
            <Cmdk.List ref={list} className="max-h-[min(420px,60dvh)] overflow-y-auto p-1">
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

function recentCommands(orgId: string): Command[] {
  return recentObjects(orgId).map((seen) => ({
    id: `recent-${seen.path}`,
    label: seen.label,
    group: 'Recent',
    detail: seen.kind,
    // An address that was open before.
    run: (navigate) => void navigate({ to: seen.path as '/' }),
  }));
}

/** What the page can do beside its buttons' places: controls of it that name their command in `data-command`. */
function commandsOfPage(): Command[] {
  const controls = document.querySelectorAll<HTMLButtonElement>('#main [data-command]:not(:disabled)');
  return [...controls].map((control, index) => ({
    id: `page-${index}`,
    label: control.dataset['command'] ?? '',
    group: 'This page',
    run: () => control.click(),
  }));
}
