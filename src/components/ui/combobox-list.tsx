import { clsx } from 'clsx';
import { Command } from 'cmdk';
import { Check, Plus } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useRef, useState } from 'react';
import { ComboboxTrigger, triggerProps, type ComboboxProps } from './combobox-trigger.tsx';
import { itemStyles, overlayStyles } from './overlay-styles.ts';

/** A `Combobox` once it was opened. Opens at once: its module is loaded by the press that asks for it; `early` is what was typed since. */
export function ComboboxList<T extends string>(props: ComboboxProps<T> & { early: string }) {
  const {
    value,
    onValueChange,
    options,
    placeholder = 'Choose',
    empty = 'Nothing matches',
    newLabel,
    action,
  } = props;
  const [open, setOpen] = useState(true);
  const [typed, setTyped] = useState(props.early);
  const input = useRef<HTMLInputElement>(null);
  const change = (isOpen: boolean) => {
    setOpen(isOpen);
    if (!isOpen) setTyped('');
  };
  const choose = (chosen: T) => {
    onValueChange(chosen);
    change(false);
  };
  const words = typed.trim();
  const isNew =
    newLabel !== undefined &&
    words !== '' &&
    !options.some((option) => option.label.toLowerCase() === words.toLowerCase());
  return (
    <Popover.Root open={open} onOpenChange={change}>
      <Popover.Trigger asChild>
        <ComboboxTrigger
          {...triggerProps(props as unknown as ComboboxProps<string>)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            change(true);
          }}
        />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={props['aria-label'] ?? placeholder}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className={clsx(overlayStyles, 'w-(--radix-popover-trigger-width) min-w-56')}
          onOpenAutoFocus={(event) => {
            // Behind what was typed early: the library would select it, and the next key replace it.
            event.preventDefault();
            input.current?.focus();
            input.current?.setSelectionRange(typed.length, typed.length);
          }}
        >
          <Command label={placeholder}>
            <Command.Input
              ref={input}
              value={typed}
              onValueChange={setTyped}
              placeholder={newLabel === undefined ? 'Type to find' : 'Type to find or name a new one'}
              className="mb-1 w-full border-b border-line px-2 py-1.5 text-sm outline-none placeholder:text-ink-3"
            />
            <Command.List className="max-h-72 overflow-y-auto">
              {!isNew && <Command.Empty className="px-2 py-3 text-ink-3">{empty}</Command.Empty>}
              {options.map((option) => (
                <Command.Item
                  key={option.value}
                  value={option.value}
                  keywords={[option.label, option.detail ?? '']}
                  disabled={option.disabledReason !== undefined}
                  className={itemStyles}
                  onSelect={() => choose(option.value)}
                >
                  <span className="min-w-0 flex-1 py-1">
                    <span className="block truncate">{option.label}</span>
                    {(option.disabledReason ?? option.detail) !== undefined && (
                      <span className="block truncate text-xs text-ink-3">
                        {option.disabledReason ?? option.detail}
                      </span>
                    )}
                  </span>
                  {option.value === value && <Check aria-hidden />}
                </Command.Item>
              ))}
              {isNew && (
                <Command.Item
                  forceMount
                  value={`new ${words}`}
                  className={itemStyles}
                  onSelect={() => choose(words as T)}
                >
                  <Plus aria-hidden />
                  <span className="truncate">{newLabel(words)}</span>
                </Command.Item>
              )}
            </Command.List>
            {action !== undefined && (
              <button
                type="button"
                className={clsx(itemStyles, 'mt-1 w-full border-t border-line hover:bg-raised')}
                onClick={() => {
                  change(false);
                  action.onSelect();
                }}
              >
                <Plus aria-hidden />
                {action.label}
              </button>
            )}
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
