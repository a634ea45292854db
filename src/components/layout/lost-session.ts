let wakeShell: (() => void) | null = null;
let settle: ((isSignedIn: boolean) => void) | null = null;
const listeners = new Set<() => void>();

/** Whether a person is asked to sign in again over the page, and the answer. */
export const lostSession = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isLost: (): boolean => settle !== null,
  end: (isSignedIn: boolean): void => {
    settle?.(isSignedIn);
    tell(null);
  },
};

/** Calls `wake` when the person is to be asked, who is then shown `lostSession`; in the shell. Answers how to stop. */
export function answerLostSession(wake: () => void): () => void {
  wakeShell = wake;
  return () => {
    if (wakeShell !== wake) return;
    wakeShell = null;
    lostSession.end(false);
  };
}

/**
 * Asks the person to sign in over the page, so that nothing typed is lost: true once the same person is signed in.
 * Null where no page is shown that could ask.
 */
export function askToSignIn(): Promise<boolean> | null {
  if (wakeShell === null) return null;
  const answer = new Promise<boolean>(tell);
  wakeShell();
  return answer;
}

function tell(answer: typeof settle): void {
  settle = answer;
  for (const listener of listeners) listener();
}
