import type { ReactNode } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { CopyButton } from '#src/components/ui/copy-button.tsx';

interface CreatedSecretProps {
  secret: string;
  what: 'token' | 'key' | 'secret';
  /** What it is for and how long. */
  children: ReactNode;
  onDone: () => void;
}

/** A token or key, shown this once. */
export function CreatedSecret({ secret, what, children, onDone }: CreatedSecretProps) {
  return (
    <div className="grid gap-3">
      <div className="flex items-start gap-1 rounded border border-line bg-raised p-2">
        <code data-testid={`created-${what}`} className="min-w-0 flex-1 font-mono text-xs break-all">
          {secret}
        </code>
        <CopyButton text={secret} label={`Copy the ${what}`} />
      </div>
      <p className="text-sm text-ink-2">{children}</p>
      <div className="flex justify-end">
        <Button variant="primary" onClick={onDone}>
          I have stored it
        </Button>
      </div>
    </div>
  );
}
