/** Set to `1` by a parent that keeps the program's stdin open for as long as it lives itself. */
export const PARENT_PIPE_ENV = 'YARDSTICK_PARENT_PIPE';

/**
 * Calls `onGone` once when the parent has ended, however it ended: the kernel closes its end of the pipe on stdin. Does
 * nothing without PARENT_PIPE_ENV, so that a program started by hand works with a closed stdin. Keeps no process alive.
 */
export function watchParent(env: NodeJS.ProcessEnv, onGone: () => void): void {
  if (env[PARENT_PIPE_ENV] !== '1') return;
  let isGone = false;
  const gone = (): void => {
    if (isGone) return;
    isGone = true;
    onGone();
  };
  const { stdin } = process;
  stdin.once('end', gone).once('close', gone).once('error', gone);
  stdin.resume();
  // A pipe is a net.Socket; anything else (a file, /dev/null) ends at once.
  if ('unref' in stdin) stdin.unref();
}
