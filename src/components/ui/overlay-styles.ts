/** Anything that floats over the page: menus, lists, popovers. */
export const overlayStyles =
  'z-50 overflow-hidden rounded border border-line-strong bg-surface p-1 text-sm text-ink shadow-overlay animate-appear';

/** One line of a menu or list. `data-highlighted` is Radix, `data-selected` is cmdk, which also writes `data-disabled="false"`. */
export const itemStyles =
  "relative flex min-h-7 cursor-pointer select-none items-center gap-2 rounded-sm px-2 outline-none data-[disabled='']:cursor-default data-[disabled='']:text-ink-3 data-highlighted:bg-accent-soft data-highlighted:text-accent data-[disabled=true]:cursor-default data-[disabled=true]:text-ink-3 data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent pointer-coarse:min-h-9 [&_svg]:size-3.5 [&_svg]:shrink-0";

/** What covers the page behind a dialog or drawer. */
export const scrimStyles = 'fixed inset-0 z-40 bg-scrim animate-appear';
