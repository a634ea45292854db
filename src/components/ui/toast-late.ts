/** What the first toast brings: the library that draws it, and the words for what failed. */
export { toast } from 'sonner';
export { failureLine } from '#src/api/describe-error.ts';
