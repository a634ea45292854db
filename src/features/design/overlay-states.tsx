import { useState } from 'react';
import type { Command } from '#src/components/layout/commands.ts';
import { KeysSheet } from '#src/components/layout/keys-sheet.tsx';
import { PaletteDialog } from '#src/components/layout/palette-dialog.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { Drawer } from '#src/components/ui/drawer.tsx';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#src/components/ui/dropdown-menu.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#src/components/ui/popover.tsx';
import { notify } from '#src/components/ui/toast.ts';
import { Tooltip } from '#src/components/ui/tooltip.tsx';
import { States } from './states.tsx';

const LONG = 'A sentence that is longer than the place it stands in, to see how it wraps. '.repeat(12);

const FAILURE = new Error('The design page made this failure.');
const command = (id: string, group: string, label: string, detail: string): Command => ({
  id,
  group,
  label,
  detail,
  run: () => undefined,
});
const COMMANDS = [
  command('run-1', 'Recent', 'default', 'Endpoints · Run'),
  command('run-2', 'Runs', 'default', 'Serving points (published)'),
  command('jobs', 'Pages', 'Jobs', 'g j'),
  command('long', 'Actions', LONG, ''),
];

/** What opens over the page; it takes the look of the page itself, not of a part of it. */
export function OverlayStates() {
  const [open, setOpen] = useState<'dialog' | 'long dialog' | 'drawer' | 'palette' | 'keys' | null>(null);
  const [typed, setTyped] = useState('');
  const [checked, setChecked] = useState(true);
  const close = () => setOpen(null);
  return (
    <section aria-label="overlays" className="rounded border border-line bg-ground p-3">
      <States of="Dialog, Drawer, DropdownMenu, Popover, Tooltip, toasts: in the look of the page">
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('long dialog')}>Long dialog</Button>
        <Button onClick={() => setOpen('drawer')}>Drawer</Button>
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button>Menu</Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuLabel>A group</DropdownMenuLabel>
            <DropdownMenuItem>Rename</DropdownMenuItem>
            <DropdownMenuItem disabled>Disabled</DropdownMenuItem>
            <DropdownMenuSeparator />
            <DropdownMenuCheckboxItem checked={checked} onCheckedChange={setChecked}>
              Checked
            </DropdownMenuCheckboxItem>
          </DropdownMenuContent>
        </DropdownMenu>
        <Popover>
          <PopoverTrigger asChild>
            <Button>Popover</Button>
          </PopoverTrigger>
          <PopoverContent aria-label="A popover">Something short beside what opened it.</PopoverContent>
        </Popover>
        <Tooltip text="Said on hover and on focus">
          <Button>Tooltip</Button>
        </Tooltip>
        <Button onClick={() => notify.success('Saved', { description: 'Everybody sees it now.' })}>
          Toast, success
        </Button>
        <Button
          onClick={() => notify.error('Not saved', { action: { label: 'Retry', onClick: () => undefined } })}
        >
          Toast, error
        </Button>
        <Button onClick={() => notify.warning('Saved in part')}>Toast, warning</Button>
        <Button onClick={() => notify.info('No line of this log looks like an error')}>Toast, message</Button>
        <Button onClick={() => notify.failure('Not renamed', FAILURE)}>Toast, failure</Button>
        <Button onClick={() => setOpen('palette')}>Palette</Button>
        <Button onClick={() => setOpen('keys')}>Keys</Button>
      </States>
      <PaletteDialog
        open={open === 'palette'}
        onOpenChange={close}
        text={typed}
        onTextChange={setTyped}
        commands={COMMANDS}
        onChoose={close}
        isSearching={false}
        failed={typed === '' ? null : 'Servers could not be searched. The design page has none.'}
      />
      <KeysSheet open={open === 'keys'} onOpenChange={close} />
      <Dialog
        open={open === 'dialog' || open === 'long dialog'}
        onOpenChange={close}
        title="Revoke this token?"
        description="Programs that use it are refused at once."
        actions={
          <>
            <Button onClick={close}>Keep it</Button>
            <Button variant="danger" onClick={close}>
              Revoke
            </Button>
          </>
        }
      >
        <p>{open === 'long dialog' ? LONG : 'Last used a minute ago.'}</p>
      </Dialog>
      <Drawer open={open === 'drawer'} onOpenChange={close} title="Server gpu-07">
        <p className="p-4">{LONG}</p>
      </Drawer>
    </section>
  );
}
