import type { ApiKeyRow } from '#contract/auth.ts';
import { textColumn, timeColumn, type DataColumn } from '#src/components/table/data-columns.tsx';
import { Badge } from '#src/components/ui/badge.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { STATE_TONES, tokenState } from '#src/components/credentials/token-state.ts';

/** `withOwner` for admins, who see everybody's keys. */
export function apiKeyColumns(
  onRevoke: (key: ApiKeyRow) => void,
  withOwner: boolean,
): readonly DataColumn<ApiKeyRow>[] {
  const stateOf = (key: ApiKeyRow) => tokenState(key, Date.now());
  return [
    textColumn('name', 'Name', (key) => key.name, { width: 180 }),
    textColumn('prefix', 'Begins with', (key) => key.prefix, {
      width: 120,
      cell: (key) => <span className="font-mono text-xs">{key.prefix}…</span>,
    }),
    ...(withOwner ? [textColumn('email', 'Of', (key: ApiKeyRow) => key.email, { width: 200 })] : []),
    textColumn('state', 'State', stateOf, {
      width: 110,
      cell: (key) => <Badge tone={STATE_TONES[stateOf(key)]}>{stateOf(key)}</Badge>,
    }),
    textColumn('role_cap', 'At most', (key) => key.role_cap ?? 'role of its maker', {
      width: 130,
      description: 'The role the key never goes beyond',
    }),
    timeColumn('created_at', 'Created', (key) => key.created_at),
    timeColumn('expires_at', 'Ends', (key) => key.expires_at),
    timeColumn('last_used_at', 'Last used', (key) => key.last_used_at),
    textColumn('actions', 'Action', () => null, {
      width: 100,
      sortable: false,
      cell: (key) =>
        ['active', 'ends soon'].includes(stateOf(key)) ? (
          <Button
            variant="quiet"
            className="-mx-2.5 text-bad!"
            aria-label={`Revoke ${key.name}`}
            onClick={() => onRevoke(key)}
          >
            Revoke
          </Button>
        ) : null,
    }),
  ];
}
