/** One line that says how an action went. The library that draws it is loaded with the first one. */
export interface ToastOptions {
  description?: string;
  action?: { label: string; onClick: () => void };
}

type Kind = 'success' | 'error' | 'message' | 'warning';
type Listener = () => void;

const listeners = new Set<Listener>();
let wanted = false;

/** Whether a toast was ever shown on this page, for the toaster to mount itself. */
export const toastStore = {
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isWanted: () => wanted,
};

async function show(kind: Kind, title: string, options: ToastOptions = {}, error?: unknown): Promise<void> {
  wanted = true;
  for (const listener of listeners) listener();
  const { toast, failureLine } = await import('./toast-late.ts');
  toast[kind](title, error === undefined ? options : { description: failureLine(error) });
}

const sayer =
  (kind: Kind) =>
  (title: string, options?: ToastOptions): void =>
    void show(kind, title, options);

export const notify = {
  success: sayer('success'),
  error: sayer('error'),
  /** That what a person had just asked for failed, and why. */
  failure: (title: string, error: unknown): void => void show('error', title, {}, error),
  warning: sayer('warning'),
  info: sayer('message'),
};
