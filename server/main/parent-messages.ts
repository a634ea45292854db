import { z } from 'zod';

/** What the supervisor that started this process may ask over the IPC channel. */
const requestSchema = z.object({ type: z.enum(['sign-in-link', 'registration-token']) });

/** What this process tells it. */
export type ParentMessage =
  | { readonly event: 'ready'; readonly port: number }
  | { readonly event: 'sign-in-link'; readonly url: string }
  | { readonly event: 'registration-token'; readonly token: string }
  | { readonly event: 'failed'; readonly message: string };

/** Sends to the supervisor, if there is one that still listens. */
export function tellParent(message: ParentMessage): void {
  if (process.connected) process.send?.(message);
}

/** Answers the supervisor's requests; what is no request is not for us. */
export function answerParent(answers: {
  readonly signInLink: () => Promise<string>;
  readonly registrationToken: () => Promise<string>;
}): void {
  process.on('message', (message) => {
    const request = requestSchema.safeParse(message);
    if (!request.success) return;
    const answer: Promise<ParentMessage> =
      request.data.type === 'sign-in-link'
        ? answers.signInLink().then((url) => ({ event: 'sign-in-link', url }))
        : answers.registrationToken().then((token) => ({ event: 'registration-token', token }));
    answer.then(tellParent, (error: unknown) => {
      tellParent({ event: 'failed', message: error instanceof Error ? error.message : 'unknown' });
    });
  });
}
