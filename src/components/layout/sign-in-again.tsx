import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { signInMethodsSchema } from '#contract/auth.ts';
import { ApiError } from '#src/api/api-error.ts';
import { api } from '#src/api/api.ts';
import { describeError, failureLine } from '#src/api/describe-error.ts';
import { Button, buttonStyles } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { Bar } from './bar.tsx';
import { useWorkspace } from './use-workspace.ts';

/**
 * The sign-in over the page whose session has ended. What is on the page stays, and requests wait for `onSignedIn`;
 * it may be put aside to look at the page. A sign-in in another tab counts too.
 */
export function SignInAgain({ onSignedIn }: { onSignedIn: () => void }) {
  const { user } = useWorkspace();
  const [isOpen, setOpen] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const password = useRef<HTMLInputElement>(null);
  const methods = useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => api().requestPublic('/auth/methods', signInMethodsSchema, { signal }),
    staleTime: 'static',
    meta: { quiet: true },
  });

  useEffect(() => {
    const look = async () => {
      if (document.hidden || (await api().session.token()) === null) return;
      if (api().session.account?.account_id === user.account_id) onSignedIn();
      // Another person's page is not this one: it starts anew.
      else window.location.reload();
    };
    const onReturn = () => void look().catch(() => undefined);
    window.addEventListener('focus', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      window.removeEventListener('focus', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [user.account_id, onSignedIn]);

  const send = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A dialog stands in the React tree of the page: a form of the page must not take this for its own.
    event.stopPropagation();
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await api().signIn('/auth/sign-in', { email: user.email, password: password.current?.value ?? '' });
      onSignedIn();
    } catch (error) {
      setFailure(error);
      setBusy(false);
      password.current?.focus();
    }
  };

  return (
    <>
      {!isOpen && (
        <Bar icon={<KeyRound aria-hidden />} actions={<Button onClick={() => setOpen(true)}>Sign in</Button>}>
          Your session has ended. The page is as you left it; what it asks for waits until you sign in.
        </Bar>
      )}
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Your session has ended"
        description="Sign in again: nothing you typed is lost, and what was asked for is sent again."
      >
        <form onSubmit={(event) => void send(event)} className="grid gap-3">
          {failure !== null && (
            <p role="alert" className="rounded border border-bad bg-bad-soft px-3 py-2 text-sm text-bad">
              {wordsFor(failure)}
            </p>
          )}
          <label className="grid gap-1 text-xs text-ink-3">
            E-mail
            <Input type="email" readOnly value={user.email} autoComplete="username" />
          </label>
          <label className="grid gap-1 text-xs text-ink-3">
            Password
            <Input ref={password} type="password" required autoFocus autoComplete="current-password" />
          </label>
          <div className="flex flex-wrap justify-end gap-2">
            {methods.data?.oidc != null && (
              <a href={methods.data.oidc.start_url} target="_blank" rel="noopener" className={buttonStyles()}>
                Sign in with {methods.data.oidc.label}, in a new tab
              </a>
            )}
            <Button type="submit" variant="primary" busy={isBusy}>
              Sign in
            </Button>
          </div>
          {!user.has_password && (
            <p className="text-sm text-ink-3">
              Your account has no password. Sign in in another tab, then come back to this one.
            </p>
          )}
        </form>
      </Dialog>
    </>
  );
}

function wordsFor(error: unknown): string {
  if (error instanceof ApiError && error.status === 401)
    return 'The password is wrong. Check it and try again.';
  const { waitS } = describeError(error);
  return waitS === null ? failureLine(error) : `Too many tries. Try again in ${waitS} s.`;
}
