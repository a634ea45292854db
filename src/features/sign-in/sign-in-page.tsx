import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { signInMethodsSchema, signInSchema } from '#contract/auth.ts';
import { ApiError } from '#src/api/api-error.ts';
import { api } from '#src/api/api.ts';
import { Brand } from '#src/components/layout/brand.tsx';
import { ThemeButton } from '#src/components/layout/theme-button.tsx';
import { Button, buttonStyles } from '#src/components/ui/button.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { oidcFailure, signInFailure } from './sign-in-failure.ts';
import type { OidcFailure } from './sign-in-search.ts';

interface SignInPageProps {
  returnTo: string;
  /** Why the one-time link of the address was refused; null when there was none. */
  linkFailure: unknown;
  /** Why the OpenID provider's way ended here. */
  oidc: OidcFailure;
}

/** Two fields, so without the form library: this page is everybody's first load. */
export function SignInPage({ returnTo, linkFailure, oidc }: SignInPageProps) {
  const router = useRouter();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<{ email?: string; password?: string }>({});
  const signIn = useMutation({
    mutationFn: (values: { email: string; password: string }) => api().signIn('/auth/sign-in', values),
    onSuccess: async () => {
      client.clear();
      await router.navigate({ href: returnTo, replace: true });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) focusField('password');
    },
  });
  const focusField = (name: string) =>
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  const send = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (signIn.isPending) return;
    const read = signInSchema.safeParse(Object.fromEntries(new FormData(event.currentTarget)));
    if (read.success) {
      setWrong({});
      signIn.mutate(read.data);
      return;
    }
    const messageFor = (field: string) => read.error.issues.find((issue) => issue.path[0] === field)?.message;
    setWrong({ email: messageFor('email'), password: messageFor('password') });
    focusField(String(read.error.issues[0]?.path[0]));
  };
  const failure = signIn.error ?? (signIn.isIdle ? linkFailure : null);
  const methods = useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => api().requestPublic('/auth/methods', signInMethodsSchema, { signal }),
    staleTime: 'static',
  });
  const told =
    failure === null
      ? oidcFailure(signIn.isIdle ? oidc : 'none')
      : signInFailure(failure, failure === linkFailure ? 'link' : 'password');

  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <title>Sign in · Yardstick</title>
      <header className="flex items-center justify-between px-5 py-3">
        <Brand />
        <ThemeButton />
      </header>
      <main className="w-full max-w-88 justify-self-center px-5 pt-[12dvh] pb-10">
        <h1>Sign in</h1>
        <p className="mt-1 text-sm text-ink-3">
          {returnTo === '/' ? 'To your workspace.' : 'You come back to the page you asked for.'}
        </p>
        <form ref={form} noValidate onSubmit={send} className="mt-5 grid gap-3">
          {told !== null && (
            <div role="alert" className="rounded border border-bad bg-bad-soft px-3 py-2 text-sm text-bad">
              <p className="font-medium">{told.happened}</p>
              <p>{told.advice}</p>
              {told.requestId !== null && <p className="font-mono text-xs">request {told.requestId}</p>}
            </div>
          )}
          <TextField name="email" label="E-mail" type="email" autoComplete="username" message={wrong.email} />
          <TextField
            name="password"
            label="Password"
            type="password"
            autoComplete="current-password"
            message={wrong.password}
          />
          <Button type="submit" variant="primary" busy={signIn.isPending} className="mt-1 min-h-8!">
            Sign in
          </Button>
        </form>
        {methods.data?.oidc != null && (
          <a
            href={`${methods.data.oidc.start_url}?return=${encodeURIComponent(returnTo)}`}
            className={`${buttonStyles()} mt-3 min-h-8! w-full`}
          >
            Sign in with {methods.data.oidc.label}
          </a>
        )}
        <p className="mt-5 text-sm text-ink-3">
          First time on your own machine? The server printed a one-time sign-in link when it started.
        </p>
      </main>
    </div>
  );
}

interface TextFieldProps {
  name: string;
  label: string;
  type: 'email' | 'password';
  autoComplete: string;
  message: string | undefined;
}

function TextField({ name, label, message, ...input }: TextFieldProps) {
  const isWrong = message !== undefined;
  return (
    <div className="grid gap-1">
      <label htmlFor={name} className="text-xs text-ink-3">
        {label}
      </label>
      <Input
        id={name}
        name={name}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${name}-error` : undefined}
        {...input}
      />
      {isWrong && (
        <p id={`${name}-error`} className="text-xs text-bad">
          {message}
        </p>
      )}
    </div>
  );
}
