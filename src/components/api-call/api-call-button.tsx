import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { late, useLate } from '#src/components/ui/late.ts';
import { reach } from '#src/components/ui/reach.ts';
import type { ApiCall } from './api-call.ts';

const dialog = late(() => import('./api-call-dialog.tsx'));

interface ApiCallButtonProps {
  /** Asked when the button is pressed, so that a page may leave out of its first load what only this needs. */
  calls: () => readonly ApiCall[] | Promise<readonly ApiCall[]>;
}

/** Shows the calls behind a page, ready to run. */
export function ApiCallButton({ calls }: ApiCallButtonProps) {
  const [shown, setShown] = useState<readonly ApiCall[] | null>(null);
  const part = useLate(dialog, shown !== null);
  return (
    <>
      <Button
        data-command="View as API call"
        {...reach(dialog.load)}
        onClick={() => void Promise.resolve(calls()).then(setShown)}
      >
        View as API call
      </Button>
      {part !== undefined && shown !== null && (
        <part.ApiCallDialog open onOpenChange={() => setShown(null)} calls={shown} />
      )}
    </>
  );
}
