import { useSyncExternalStore } from 'react';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { Kbd } from '#src/components/ui/kbd.tsx';
import { shortcutStore, type Shortcut } from './shortcuts.ts';

const IN_TABLES: readonly Shortcut[] = [
  { keys: '↑ ↓', label: 'Move between rows', group: 'Tables' },
  { keys: 'PgUp PgDn', label: 'Move by a screen', group: 'Tables' },
  { keys: 'Home End', label: 'First and last row', group: 'Tables' },
  { keys: 'Enter', label: 'Open the row', group: 'Tables' },
  { keys: 'Space', label: 'Select the row', group: 'Tables' },
];

/** Every key that works on this page. Loaded by the first `?`. */
export function KeysSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const bound = useSyncExternalStore(shortcutStore.subscribe, shortcutStore.list);
  const all = [...bound, ...IN_TABLES];
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keys">
      <div className="grid gap-4">
        {[...new Set(all.map((one) => one.group))].map((group) => (
          <section key={group}>
            <h3 className="mb-1 text-xs text-ink-3">{group}</h3>
            <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-1 text-sm">
              {all
                .filter((one) => one.group === group)
                .map((one) => (
                  <div key={one.keys} className="contents">
                    <dt>{one.label}</dt>
                    <dd className="text-right">
                      <Kbd>{keysText(one.keys)}</Kbd>
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function keysText(keys: string): string {
  if (!keys.startsWith('mod+')) return keys;
  return `${/Mac|iP/.test(navigator.userAgent) ? '⌘' : 'Ctrl'} ${keys.slice(4).toUpperCase()}`;
}
