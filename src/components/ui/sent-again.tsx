import { useCountdown } from './use-countdown.ts';

/** That the server asks to wait so many seconds, and how many are left. A timer, so that it is not read out each second. */
export function SentAgain({ waitS }: { waitS: number }) {
  const left = useCountdown(waitS, waitS);
  return (
    <span className="text-xs text-warn">
      the server asks to wait; it is sent again in <span role="timer">{left} s</span>
    </span>
  );
}
