import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';

interface LeaveDialogProps {
  onStay: () => void;
  onLeave: () => void;
  onDiscard: () => void;
}

export function LeaveDialog({ onStay, onLeave, onDiscard }: LeaveDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onStay();
      }}
      title="Leave without submitting?"
      actions={
        <>
          <Button variant="danger" onClick={onDiscard}>
            Discard and leave
          </Button>
          <Button onClick={onStay}>Stay</Button>
          <Button variant="primary" onClick={onLeave}>
            Keep the draft
          </Button>
        </>
      }
    >
      <p className="text-sm text-ink-2">
        The job is not submitted yet. A draft stays in this tab until you submit it, discard it or close the
        tab.
      </p>
    </Dialog>
  );
}
