import { Share2 } from 'lucide-react';
import { IconButton } from '#src/components/ui/icon-button.tsx';
import { reach } from '#src/components/ui/reach.ts';

const loadShare = () => import('./share-view.ts');

/** Gives the address of the page away, which is the whole view. */
export function ShareButton() {
  return (
    <IconButton
      label="Share this view"
      {...reach(loadShare)}
      onClick={() => void loadShare().then(({ shareView }) => shareView())}
    >
      <Share2 aria-hidden />
    </IconButton>
  );
}
