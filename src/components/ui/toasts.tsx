import { Toaster } from 'sonner';

/** The toasts themselves. Loaded with the first one. */
export function Toasts() {
  return (
    <Toaster
      position="bottom-right"
      gap={8}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-80 items-start gap-2 rounded font-sans border border-line-strong bg-surface px-3 py-2 text-sm text-ink shadow-overlay',
          description: 'text-ink-3',
          actionButton: 'ml-auto font-medium text-accent',
          success: '[&_[data-icon]]:text-good',
          error: '[&_[data-icon]]:text-bad',
          warning: '[&_[data-icon]]:text-warn',
        },
      }}
    />
  );
}
