import { useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { commandStore, type Command } from './commands.ts';
import { existingPages } from './nav-items.ts';
import { NAV_WORDS } from './nav-words.ts';
import { PaletteDialog } from './palette-dialog.tsx';
import { printPage } from './print-page.ts';
import { commandOf, recentObjects } from './recent.ts';
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
  const { found, isSearching, failed } = useFoundCommands(text, orgId, open);
  // Read when it opens: both are of the page below.
  const [recent, ofPage] = useMemo(
    () => (open ? [recentObjects(orgId).map(commandOf), commandsOfPage()] : [[], []]),
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
  const known = new Set(recent.map((one) => one.id));
  const all = [
    ...recent,
    ...found.filter((one) => !known.has(one.id)),
    ...ofPage,
    ...pages,
    ...offered,
    ...actions,
  ];

  return (
    <PaletteDialog
      open={open}
      onOpenChange={onOpenChange}
      text={text}
      onTextChange={setText}
      commands={all}
      onChoose={(command) => command.run(navigate)}
      isSearching={isSearching}
      failed={failed}
    />
  );
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
