import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Badge } from '#src/components/ui/badge.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { KeyValue } from '#src/components/ui/facts.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { reach } from '#src/components/ui/reach.ts';

const PasswordDialog = lazyPart(
  () => import('./password-dialog.tsx'),
  (part) => part.PasswordDialog,
);

/** Who you are here, where you may go, and the password. */
export function AccountPanel() {
  const { user } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const action = user.has_password ? 'Change password' : 'Set a password';
  return (
    <div className="grid items-start gap-3.5 lg:grid-cols-2">
      <Panel
        title="Account"
        padded
        actions={
          <Button
            {...reach(PasswordDialog.load)}
            onClick={() => {
              setWanted(true);
              setOpen(true);
            }}
          >
            {action}
          </Button>
        }
      >
        <KeyValue
          items={[
            { label: 'Name', value: user.display_name },
            { label: 'E-mail', value: user.email },
            {
              label: 'Sign-in',
              value: user.has_password ? 'e-mail and password' : 'one-time link only; no password is set',
            },
          ]}
        />
      </Panel>
      <Panel title="Workspaces" note="what you may do in each">
        <ul>
          {user.memberships.map((membership) => (
            <li
              key={membership.org_id}
              className="flex min-h-8 flex-wrap items-center gap-2 border-b border-line px-3 py-1 text-sm last:border-b-0"
            >
              <Link
                to="/w/$orgId"
                params={{ orgId: membership.org_id }}
                className="text-accent no-underline hover:underline"
              >
                {membership.org_name}
              </Link>
              {membership.is_reference && (
                <span className="text-xs text-ink-3">published reference results</span>
              )}
              <Badge className="ml-auto">{membership.role}</Badge>
            </li>
          ))}
        </ul>
      </Panel>
      {wanted && (
        <Suspense>
          <PasswordDialog
            open={isOpen}
            onOpenChange={setOpen}
            title={action}
            hasPassword={user.has_password}
          />
        </Suspense>
      )}
    </div>
  );
}
