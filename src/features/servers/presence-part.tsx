import { useQuery } from '@tanstack/react-query';
import { vServerPresence } from '#contract/views/v-server-presence.ts';
import { api } from '#src/api/api.ts';
import { eq } from '#src/api/view-query.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { counted } from '#src/components/ui/counted.ts';
import { durationText } from '#src/components/ui/duration-text.ts';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { exactTime } from '#src/components/ui/relative-time.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { presenceOf, type Presence, type Stretch } from './presence.ts';

const DAY_MS = 86_400_000;
const DAYS = 7;
const POLL_MS = 60_000;
/** Times away that are listed, the latest. */
const LISTED = 5;
/** Stretches of a server read at most: the latest. */
const MOST = 1000;

const dayName = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric' });
const moment = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

interface PresencePartProps {
  serverId: number;
  /** It is silent now. */
  isAway: boolean;
}

/** When a server was away in the last seven days: as a strip, in a sentence, and each time with its length. */
export function PresencePart({ serverId, isAway }: PresencePartProps) {
  const { orgId } = useWorkspace();
  const read = useQuery({
    queryKey: ['servers', orgId, 'presence', serverId],
    queryFn: async ({ signal }) =>
      (
        await api().readView(
          vServerPresence,
          {
            filters: { org_id: eq(orgId), server_id: eq(serverId) },
            order: [{ column: 'first_heard_at', direction: 'desc' }],
            limit: MOST,
          },
          { signal },
        )
      ).rows,
    refetchInterval: POLL_MS,
  });
  if (read.data === undefined)
    return read.isError ? (
      <ErrorState
        error={read.error}
        title="The heartbeats could not be read"
        onRetry={() => void read.refetch()}
      />
    ) : (
      <Skeleton className="h-20!" />
    );
  const window = { from: read.dataUpdatedAt - DAYS * DAY_MS, to: read.dataUpdatedAt };
  const presence = presenceOf(read.data, window, isAway);
  if (presence.knownFrom === null)
    return <p className="text-sm text-ink-2">Not heard since heartbeats are kept (30 days).</p>;
  const said = sentence(presence, window);
  return (
    <div className="grid grid-cols-1 gap-2 text-sm">
      <p>{said}</p>
      <Strip presence={presence} window={window} label={said} />
      {presence.away.length > 0 && (
        <ul className="grid gap-0.5 text-ink-2">
          {presence.away
            .slice(-LISTED)
            .reverse()
            .map(({ from, to }) => (
              <li key={from} className="flex justify-between gap-3">
                <span title={`${exactTime(from)} to ${exactTime(to)}`}>
                  {from === window.from ? 'before' : moment.format(from)} to{' '}
                  {to === window.to ? 'now' : moment.format(to)}
                </span>
                <span className="text-ink-3">{durationText((to - from) / 1000)}</span>
              </li>
            ))}
        </ul>
      )}
      {presence.away.length > LISTED && (
        <p className="text-xs text-ink-3">and {counted(presence.away.length - LISTED, 'time')} before that</p>
      )}
    </div>
  );
}

function sentence({ away, awayMs, knownFrom }: Presence, window: Stretch): string {
  const since =
    knownFrom !== null && knownFrom > window.from
      ? `since ${moment.format(knownFrom)}, when it was first heard`
      : 'in the last 7 days';
  return away.length === 0
    ? `Heard without a break ${since}.`
    : `Away ${counted(away.length, 'time')} ${since}: ${durationText(awayMs / 1000)} in all.`;
}

/** Heard is a low bar, away a full one: the two differ without colour too; before the first heartbeat there is neither. */
function Strip({ presence, window, label }: { presence: Presence; window: Stretch; label: string }) {
  const place = ({ from, to }: Stretch) => ({
    left: `${(100 * (from - window.from)) / (window.to - window.from)}%`,
    width: `max(2px, ${(100 * (to - from)) / (window.to - window.from)}%)`,
  });
  const firstDay = new Date(window.from);
  const days = Array.from({ length: DAYS }, (_, index) =>
    new Date(firstDay.getFullYear(), firstDay.getMonth(), firstDay.getDate() + index + 1).getTime(),
  );
  return (
    <div role="img" aria-label={label} className="grid gap-0.5">
      <div className="relative h-6 overflow-hidden rounded-sm bg-raised forced-color-adjust-none">
        {presence.heard.map((one) => (
          <span key={one.from} className="absolute bottom-0 h-1.5 bg-good" style={place(one)} />
        ))}
        {presence.away.map((one) => (
          <span key={one.from} className="absolute inset-y-0 bg-bad" style={place(one)} />
        ))}
      </div>
      {/* The last day may have no room for its name. */}
      <div className="relative h-4 overflow-hidden text-2xs text-ink-3">
        {days.map((day) => (
          <span
            key={day}
            className="absolute border-l border-line-strong pl-0.5 whitespace-nowrap"
            style={{ left: place({ from: day, to: day }).left }}
          >
            {dayName.format(day)}
          </span>
        ))}
      </div>
    </div>
  );
}
