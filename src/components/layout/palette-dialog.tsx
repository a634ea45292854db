import { Command as Cmdk } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { itemStyles, overlayStyles, scrimStyles } from '#src/components/ui/overlay-styles.ts';
import type { Command } from './commands.ts';
import { paletteScore } from './palette-score.ts';

interface PaletteDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  text: string;
  onTextChange: (text: string) => void;
  /** In the order of their groups; which of them match what was typed is decided here. */
  commands: readonly Command[];
  onChoose: (command: Command) => void;
  isSearching: boolean;
  /** What could not be searched, and why; null while all could. */
  failed: string | null;
}

/** The palette itself: a field, and the commands that match. */
export function PaletteDialog({
  open,
  onOpenChange,
  text,
  onTextChange,
  commands,
  onChoose,
  isSearching,
  failed,
}: PaletteDialogProps) {
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState('');
  const [hasMoved, setMoved] = useState(false);
  const [wasOpen, setWasOpen] = useState(open);
  if (wasOpen !== open) {
    setWasOpen(open);
    setChosen('');
    setMoved(false);
  }
  // Objects come in after the first match was chosen: until a person moves, the first line is the chosen one.
  useEffect(() => {
    if (hasMoved) return;
    const frame = requestAnimationFrame(() => {
      const first = list.current?.querySelector('[cmdk-item]')?.getAttribute('data-value');
      if (first != null) setChosen(first);
    });
    return () => cancelAnimationFrame(frame);
  });
  const groups = [...new Set(commands.map((command) => command.group))];

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
            filter={(id, typed, keywords) => paletteScore(id, typed, keywords ?? [])}
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
                onTextChange(typed);
                setMoved(false);
              }}
              placeholder="Find a page, an action, an object"
              className="w-full border-b border-line bg-surface px-4 py-3 text-base outline-none placeholder:text-ink-3"
            />
            <Cmdk.List ref={list} className="max-h-[min(420px,60dvh)] overflow-y-auto p-1">
              <Cmdk.Empty className="px-3 py-4 text-ink-3">
                {isSearching ? 'Searching…' : failed === null ? 'Nothing matches' : 'Nothing else matches'}
              </Cmdk.Empty>
              {groups.map((group) => (
                <Cmdk.Group
                  key={group}
                  heading={group}
                  className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-0.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-3"
                >
                  {commands
                    .filter((command) => command.group === group)
                    .map((command) => (
                      <Cmdk.Item
                        key={command.id}
                        value={command.id}
                        keywords={[command.label, command.keywords ?? '', command.detail ?? '']}
                        className={itemStyles}
                        onSelect={() => {
                          onOpenChange(false);
                          onChoose(command);
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
            {failed !== null && (
              <p role="alert" className="border-t border-line px-3 py-2 text-sm text-bad">
                {failed}
              </p>
            )}
          </Cmdk>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
