type Ask = () => Promise<boolean>;

let ask: Ask | null = null;

/** Says who asks the person to sign in again over the page; in the shell. Answers how to stop. */
export function answerLostSession(by: Ask): () => void {
  ask = by;
  return () => {
    if (ask === by) ask = null;
  };
}

/**
 * Asks the person to sign in over the page, so that nothing typed is lost: true once the same person is signed in.
 * Null where no page is shown that could ask.
 */
export function askToSignIn(): Promise<boolean> | null {
  return ask?.() ?? null;
}
