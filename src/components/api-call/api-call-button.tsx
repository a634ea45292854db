import { lazy, Suspense, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import type { ApiCall } from './api-call.ts';

const ApiCallDialog = lazy(async () => ({ default: (await import('./api-call-dialog.tsx')).ApiCallDialog }));

interface ApiCallButtonProps {
  /** Asked when the button is pressed, so that a page may leave out of its first load what only this needs. */
  calls: () => readonly ApiCall[] | Promise<readonly ApiCall[]>;
}

/** Shows the calls behind a page, ready to run. */
export function ApiCallButton({ calls }: ApiCallButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState<readonly ApiCall[] | null>(null);
  const open = async (): Promise<void> => {
    setShown(await calls());
    setOpen(true);
  };
  return (
    <>
      <Button data-command="View as API call" onClick={() => void open()}>
        View as API call
      </Button>
      <Suspense>
        {shown !== null && <ApiCallDialog open={isOpen} onOpenChange={setOpen} calls={shown} />}
      </Suspense>
    </>
  );
}
