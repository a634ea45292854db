import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { switchSizerOn } from './sizer-queries.ts';

const Code = ({ children }: { children: string }) => (
  <code className="font-mono text-xs text-ink">{children}</code>
);

/** Why the sizer cannot be asked here and who can change that. */
export function SizerOff({ isSwitchedOff, isAdmin }: { isSwitchedOff: boolean; isAdmin: boolean }) {
  return (
    <Panel>
      <EmptyState
        title={isSwitchedOff ? 'The sizer is switched off for this workspace' : 'The sizer is not configured'}
        actions={isSwitchedOff && isAdmin && <SwitchOn />}
      >
        {isSwitchedOff ? (
          <p>
            {isAdmin
              ? 'You can switch it on again: everybody in this workspace may then ask it.'
              : 'An admin of the workspace can switch it on again.'}
          </p>
        ) : (
          <>
            <p>
              Sizing is a service of its own, and this installation does not know where it runs. Whoever runs
              the server sets <Code>HARDWARE_SIZER_URL</Code> (where the service listens) and{' '}
              <Code>SIZER_JWT_SECRET</Code> (the same 32 characters or more on both sides) and starts it
              again; <Code>npm start</Code> does both by itself.
            </p>
            <p className="mt-2">Everything else of the workspace works as before.</p>
          </>
        )}
      </EmptyState>
    </Panel>
  );
}

function SwitchOn() {
  const { orgId } = useWorkspace();
  const client = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const switchOn = async () => {
    setError(null);
    try {
      await switchSizerOn(client, orgId);
    } catch (caught) {
      setError(caught);
    }
  };
  return (
    <>
      <Button variant="primary" onClick={() => void switchOn()}>
        Switch it on
      </Button>
      {error !== null && <ErrorState error={error} title="It stays off" />}
    </>
  );
}

/** The service does not answer: what that means, and trying again. */
export function SizerAway({
  error,
  onRetry,
  isAdmin,
}: {
  error: unknown;
  onRetry: () => void;
  isAdmin: boolean;
}) {
  return (
    <div className="grid gap-2">
      <ErrorState error={error} title="The sizer does not answer now" onRetry={onRetry} />
      <p className="max-w-prose text-sm text-ink-2">
        The form and the conversation are kept.{' '}
        {isAdmin
          ? 'If it stays away, see whether the sizer’s process runs and whether HARDWARE_SIZER_URL points at it.'
          : 'If it stays away, ask whoever runs the server whether the sizer’s process runs.'}
      </p>
    </div>
  );
}
