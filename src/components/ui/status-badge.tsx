import { Ban, CircleCheck, CircleDashed, CircleX, Clock, LoaderCircle, type LucideIcon } from 'lucide-react';
import type { JobStatus } from '#contract/jobs.ts';
import { Badge } from './badge.tsx';

/** How each status looks, beside its word. */
export const STATUS_LOOKS: Record<
  JobStatus,
  { icon: LucideIcon; tone: 'neutral' | 'accent' | 'good' | 'warn' | 'bad'; meaning: string }
> = {
  pending: { icon: CircleDashed, tone: 'neutral', meaning: 'Accepted, waits for a worker' },
  queued: { icon: Clock, tone: 'neutral', meaning: 'Leased to a worker, waits its turn there' },
  running: { icon: LoaderCircle, tone: 'accent', meaning: 'A worker is on it' },
  completed: { icon: CircleCheck, tone: 'good', meaning: 'Finished, results are stored' },
  failed: { icon: CircleX, tone: 'bad', meaning: 'Ended with an error' },
  cancelled: { icon: Ban, tone: 'warn', meaning: 'Stopped by a person' },
};

/** A job's status as icon and word; the phase of a running job beside it. */
export function StatusBadge({ status, phase }: { status: JobStatus; phase?: string | null }) {
  const { icon: Icon, tone, meaning } = STATUS_LOOKS[status];
  const shownPhase = phase !== undefined && phase !== null && phase !== '' ? ` · ${phase}` : '';
  return (
    <Badge tone={tone} title={meaning}>
      <Icon
        aria-hidden
        className={status === 'running' ? 'animate-spin [animation-duration:2s]' : undefined}
      />
      {status}
      {shownPhase}
    </Badge>
  );
}
