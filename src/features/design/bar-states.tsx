import { Hourglass, KeyRound, RefreshCw, Unplug, WifiOff } from 'lucide-react';
import { Bar } from '#src/components/layout/bar.tsx';
import { Button } from '#src/components/ui/button.tsx';

/** The lines across the page about the page itself: connection, limit, server away, version, session. */
export function BarStates() {
  return (
    <div>
      <h3 className="text-xs text-ink-3">Bar</h3>
      <Bar icon={<WifiOff aria-hidden />}>
        No connection. What you see was read before; reading goes on when the connection is back.
      </Bar>
      <Bar icon={<Hourglass aria-hidden />}>
        The server asked to read less often: reading goes on by itself in 6 s.
      </Bar>
      <Bar icon={<Unplug aria-hidden />}>The server does not answer: reading goes on now.</Bar>
      <Bar
        icon={<RefreshCw aria-hidden />}
        actions={
          <>
            <Button>Later</Button>
            <Button variant="primary">Reload</Button>
          </>
        }
      >
        The server has a new version of this page. Reload when it suits you: the address keeps the view.
      </Bar>
      <Bar icon={<KeyRound aria-hidden />} actions={<Button>Sign in</Button>}>
        Your session has ended. The page is as you left it; what it asks for waits until you sign in.
      </Bar>
    </div>
  );
}
