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

async function show(kind: Kind, title: string, options: ToastOptions = {}): Promise<void> {
  wanted = true;
  for (const listener of listeners) listener();
  const { toast } = await import('sonner');
  toast[kind](title, options);
}

export const notify = {
  success: (title: string, options?: ToastOptions) => void show('success', title, options),
  error: (title: string, options?: ToastOptions) => void show('error', title, options),
  warning: (title: string, options?: ToastOptions) => void show('warning', title, options),
  info: (title: string, options?: ToastOptions) => void show('message', title, options),
};
