/** What the first toast brings: where it stands, the library that draws it, and the words for what failed. */
export { toast } from 'sonner';
export { failureLine } from '#src/api/describe-error.ts';
export { Toasts } from './toasts.tsx';
