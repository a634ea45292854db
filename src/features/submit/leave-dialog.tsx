import { Button } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { Dialog } from '#src/components/ui/dialog.tsx';

interface LeaveDialogProps {
  /** Jobs of a list that are still to be sent; null of a form that was not sent. */
  left: number | null;
  /** Of the list, stopped or refused. */
  unsent: number;
  onStay: () => void;
  onLeave: () => void;
  onDiscard: () => void;
}

export function LeaveDialog({ left, unsent, onStay, onLeave, onDiscard }: LeaveDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onStay();
      }}
      title={
        left === null
          ? 'Leave without submitting?'
          : left > 0
            ? `${counted(left, 'job')} left to send`
            : unsent > 0
              ? `${counted(unsent, 'job')} not sent`
              : 'All jobs are sent'
      }
      actions={
        left === null ? (
          <>
            <Button variant="danger" onClick={onDiscard}>
              Discard and leave
            </Button>
            <Button onClick={onStay}>Stay</Button>
            <Button variant="primary" onClick={onLeave}>
              Keep the draft
            </Button>
          </>
        ) : (
          <>
            <Button variant={left === 0 ? 'primary' : 'danger'} onClick={onLeave}>
              {left === 0 ? 'Leave' : 'Stop sending and leave'}
            </Button>
            <Button onClick={onStay}>Stay</Button>
          </>
        )
      }
    >
      <p className="text-sm text-ink-2">
        {left === null
          ? 'The job is not submitted yet. A draft stays in this tab until you submit it, discard it or close the tab.'
          : left > 0
            ? 'Leaving stops the sending; what was sent runs on. The form comes back as a draft in this tab, and offers to leave out the jobs that are there.'
            : unsent > 0
              ? 'The sending ended while this was open. Stay to see why, and to send them again; the form stays as a draft in this tab.'
              : 'The last one went while this was open.'}
      </p>
    </Dialog>
  );
}
