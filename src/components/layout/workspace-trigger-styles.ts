/** Look of the workspace's name as a button, before and after its menu is loaded. On a phone it gives way to the page's name. */
export const workspaceTriggerStyles =
  '-ml-1.5 flex min-h-7 max-w-48 min-w-0 items-center gap-1 rounded px-1.5 text-sm text-ink-2 hover:bg-raised hover:text-ink max-sm:min-w-16 max-sm:shrink-[9999] [&_svg]:size-3.5 [&_svg]:shrink-0';
