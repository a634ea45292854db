import { useState, type ReactNode } from 'react';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { CreatedSecret } from './created-secret.tsx';

interface SecretDialogProps<Created> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** "Create API key". */
  title: string;
  what: 'token' | 'key' | 'secret';
  secretOf: (created: Created) => string;
  /** What it is for and how long, once it is there. */
  told: (created: Created) => ReactNode;
  form: (onCreated: (created: Created) => void, onCancel: () => void) => ReactNode;
}

/** A form that makes a secret, and then the secret, shown this once. */
export function SecretDialog<Created>({
  open,
  onOpenChange,
  title,
  what,
  secretOf,
  told,
  form,
}: SecretDialogProps<Created>) {
  const [created, setCreated] = useState<Created | null>(null);
  const change = (isOpen: boolean) => {
    if (!isOpen) setCreated(null);
    onOpenChange(isOpen);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={created === null ? title : `Copy the ${what} now`}
      description={created === null ? undefined : 'It is shown this once and cannot be read again.'}
    >
      {created === null ? (
        form(
          (made) => setCreated(made),
          () => change(false),
        )
      ) : (
        <CreatedSecret secret={secretOf(created)} what={what} onDone={() => change(false)}>
          {told(created)}
        </CreatedSecret>
      )}
    </Dialog>
  );
}
