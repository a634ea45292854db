import {
  CircleCheck,
  CircleDashed,
  Hourglass,
  LoaderCircle,
  PlugZap,
  Unplug,
  type LucideIcon,
} from 'lucide-react';
import type { ServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import { Badge } from './badge.tsx';

type ServerStatus = ServerCurrentStatus['status_code'];

const LOOKS: Record<
  ServerStatus,
  { icon: LucideIcon; tone: 'neutral' | 'accent' | 'good' | 'warn' | 'bad'; word: string; meaning: string }
> = {
  online: { icon: CircleCheck, tone: 'good', word: 'online', meaning: 'Its worker reports and is idle' },
  busy: { icon: LoaderCircle, tone: 'accent', word: 'busy', meaning: 'Its worker reports and runs a job' },
  draining: {
    icon: Hourglass,
    tone: 'warn',
    word: 'draining',
    meaning: 'Finishes its job and takes no new one',
  },
  stale: { icon: PlugZap, tone: 'warn', word: 'stale', meaning: 'Its worker has missed some reports' },
  offline: { icon: Unplug, tone: 'bad', word: 'offline', meaning: 'Its worker has stopped reporting' },
  never_connected: {
    icon: CircleDashed,
    tone: 'neutral',
    word: 'never connected',
    meaning: 'No worker has registered on this server yet',
  },
};

/** A server's state as icon and word. */
export function ServerStatusBadge({ status }: { status: ServerStatus }) {
  const { icon: Icon, tone, word, meaning } = LOOKS[status];
  return (
    <Badge tone={tone} title={meaning}>
      <Icon aria-hidden />
      {word}
    </Badge>
  );
}
