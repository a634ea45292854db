import { useQueryClient } from '@tanstack/react-query';
import { setPasswordSchema } from '#contract/auth.ts';
import { userContextQuery } from '#src/api/user-queries.ts';
import { Field } from '#src/components/form/field.tsx';
import { Form, FormError, useSchemaForm } from '#src/components/form/form.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { notify } from '#src/components/ui/toast.ts';
import { tokensQuery } from '#src/api/credential-queries.ts';
import { setPassword } from './profile-queries.ts';

interface PasswordDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  hasPassword: boolean;
}

export function PasswordDialog({ open, onOpenChange, title, hasPassword }: PasswordDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <PasswordForm hasPassword={hasPassword} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function PasswordForm({ hasPassword, onDone }: { hasPassword: boolean; onDone: () => void }) {
  const client = useQueryClient();
  const state = useSchemaForm({
    schema: setPasswordSchema,
    defaultValues: { new_password: '', ...(hasPassword && { current_password: '' }) },
    onSubmit: async (values) => {
      const { revoked_tokens: revoked } = await setPassword(values);
      void client.invalidateQueries({ queryKey: userContextQuery.queryKey });
      void client.invalidateQueries({ queryKey: tokensQuery.queryKey });
      notify.success(
        revoked === 0
          ? 'Password saved'
          : `Password saved; ${revoked} ${revoked === 1 ? 'token was' : 'tokens were'} revoked`,
      );
      onDone();
    },
  });
  return (
    <Form state={state}>
      <p className="text-sm text-ink-2">
        {hasPassword
          ? 'This signs you out everywhere else and revokes all your access tokens: make new ones for scripts that use them.'
          : 'This signs you out everywhere else.'}
      </p>
      {hasPassword && (
        <Field name="current_password" label="Current password">
          {(control) => <Input type="password" autoComplete="current-password" {...control} />}
        </Field>
      )}
      <Field
        name="new_password"
        label="New password"
        hint="At least 10 characters; a few words are better than many signs."
      >
        {(control) => <Input type="password" autoComplete="new-password" {...control} />}
      </Field>
      <FormError title="The password was not changed" />
      <div className="mt-1 flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={state.form.formState.isSubmitting}>
          Save password
        </Button>
      </div>
    </Form>
  );
}
