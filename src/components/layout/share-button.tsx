import { Share2 } from 'lucide-react';
import { IconButton } from '#src/components/ui/icon-button.tsx';
import { shareView } from './share-view.ts';

/** Gives the address of the page away, which is the whole view. */
export function ShareButton() {
  return (
    <IconButton label="Share this view" onClick={() => void shareView()}>
      <Share2 aria-hidden />
    </IconButton>
  );
}
