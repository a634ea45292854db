import { useSyncExternalStore } from 'react';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { Kbd } from '#src/components/ui/kbd.tsx';
import { shortcutStore, type Shortcut } from './shortcuts.ts';

const key = (group: string, keys: string, label: string): Shortcut => ({ group, keys, label });

/** Keys of what has the focus: they are not bound by the page, so they are listed here. */
const OF_PARTS: readonly Shortcut[] = [
  key('Everywhere', 'Esc', 'Close what is open'),
  key('Everywhere', 'mod+p', 'Print the page'),
  key('Tables', '↑ ↓', 'Move between rows'),
  key('Tables', '← →', 'Scroll sideways'),
  key('Tables', 'PgUp PgDn', 'Move by a screen'),
  key('Tables', 'Home End', 'First and last row'),
  key('Tables', 'Enter', 'Open the row'),
  key('Tables', 'Space', 'Select the row'),
  key('Tables', 'mod+f', 'Find in the table'),
  key('Tables', 'Enter', 'Next found (in the field)'),
  key('Tables', 'Shift Enter', 'Found before (in the field)'),
  key('Tables', 'Enter', 'Sort (on a header)'),
  key('Tables', 'Shift ← →', 'Wider, narrower (on a header)'),
  key('Tables', 'Shift Enter', 'As wide as it needs (on a header)'),
  key('Tables', 'Esc', 'Close the find, leave a filter'),
  key('Charts', '← →', 'Next point'),
  key('Charts', '↑ ↓', 'Next series'),
  key('Charts', 'Enter', 'Open the point'),
  key('Charts', 'Space', 'Keep the point’s figures shown'),
  key('Charts', 't', 'Chart or its table'),
  key('Charts', 'r', 'Ruler'),
  key('Charts', '+ −', 'Zoom'),
  key('Charts', 'Shift arrows', 'Move what is zoomed'),
  key('Charts', '0', 'Show all'),
  key('Charts', 'Esc', 'Leave the point'),
  key('Charts', 'i', 'Only this series (in the legend)'),
  key('Ruler', '← →', 'Move it'),
  key('Ruler', 'Shift ← →', 'Move it ten times as far'),
  key('Ruler', 'PgUp PgDn', 'To the next point, to the one before'),
  key('Ruler', 'Home End', 'Ends of the axis'),
  key('Ruler', 'Esc', 'Take it away'),
];

/** Every key that works on this page. Loaded by the first `?`. */
export function KeysSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const bound = useSyncExternalStore(shortcutStore.subscribe, shortcutStore.list);
  const all = [...bound, ...OF_PARTS];
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keys" className="w-[min(680px,calc(100vw-24px))]!">
      <div className="gap-x-8 sm:columns-2">
        {[...new Set(all.map((one) => one.group))].map((group) => (
          <section key={group} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-xs text-ink-3">{group}</h3>
            <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-1 text-sm">
              {all
                .filter((one) => one.group === group)
                .map((one) => (
                  <div key={one.keys + one.label} className="contents">
                    <dt>{one.label}</dt>
                    <dd className="text-right">
                      {keysText(one.keys).map((key, index) => (
                        <Kbd key={index} className="ml-1">
                          {key}
                        </Kbd>
                      ))}
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

/** What to draw for keys: one box for keys pressed together, one each for keys pressed one after the other. */
function keysText(keys: string): string[] {
  if (/^[a-z] [a-z]$/.test(keys)) return keys.split(' ');
  if (!keys.startsWith('mod+')) return [keys];
  return [`${/Mac|iP/.test(navigator.userAgent) ? '⌘' : 'Ctrl'} ${keys.slice(4).toUpperCase()}`];
}
