import type { AccessTokenRow } from '#contract/auth.ts';
import { textColumn, timeColumn, type DataColumn } from '#src/components/table/data-columns.tsx';
import { Badge } from '#src/components/ui/badge.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { STATE_TONES, tokenState } from '#src/components/credentials/token-state.ts';

export function tokenColumns(
  onRevoke: (token: AccessTokenRow) => void,
): readonly DataColumn<AccessTokenRow>[] {
  const stateOf = (token: AccessTokenRow) => tokenState(token, Date.now());
  return [
    textColumn('name', 'Name', (token) => token.name, { width: 200 }),
    textColumn('state', 'State', stateOf, {
      width: 110,
      cell: (token) => <Badge tone={STATE_TONES[stateOf(token)]}>{stateOf(token)}</Badge>,
    }),
    textColumn('role_cap', 'At most', (token) => token.role_cap ?? 'your role', {
      width: 110,
      description: 'The role the token never goes beyond',
    }),
    timeColumn('created_at', 'Created', (token) => token.created_at),
    timeColumn('expires_at', 'Ends', (token) => token.expires_at),
    timeColumn('last_used_at', 'Last used', (token) => token.last_used_at),
    textColumn('actions', 'Action', () => null, {
      width: 100,
      sortable: false,
      cell: (token) =>
        ['active', 'ends soon'].includes(stateOf(token)) ? (
          <Button
            variant="quiet"
            className="-mx-2.5 text-bad!"
            aria-label={`Revoke ${token.name}`}
            onClick={() => onRevoke(token)}
          >
            Revoke
          </Button>
        ) : null,
    }),
  ];
}
