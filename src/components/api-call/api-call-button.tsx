import { lazy, Suspense, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import type { ApiCall } from './api-call.ts';

const ApiCallDialog = lazy(async () => ({ default: (await import('./api-call-dialog.tsx')).ApiCallDialog }));

/** Shows the calls behind a page, ready to run. */
export function ApiCallButton({ calls }: { calls: readonly ApiCall[] }) {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button onClick={() => setOpen(true)}>View as API call</Button>
      <Suspense>
        {isOpen !== null && <ApiCallDialog open={isOpen} onOpenChange={setOpen} calls={calls} />}
      </Suspense>
    </>
  );
}
