import { describe, expect, it } from 'vitest';
import { endingCredentials, quotaMeters } from './warnings.ts';

const NOW = Date.parse('2026-11-28T10:00:00Z');
const ORG = '00000000-0000-4000-8000-00000000000a';

describe('quotaMeters', () => {
  const use = (hours: number | null, used: number) =>
    quotaMeters({
      org_id: ORG,
      month_start: '2026-11-01T00:00:00Z',
      gpu_hours_per_month: hours,
      gpu_hours_used: used,
      judge_tokens_per_month: null,
      judge_tokens_used: 5,
    })[0];

  it.each([
    [null, 900, null, 'fine'],
    [100, 79, 0.79, 'fine'],
    [100, 80, 0.8, 'near'],
    [100, 100, 1, 'used up'],
    [100, 130, 1.3, 'used up'],
    [0, 0, 1, 'used up'],
  ] as const)('of %s hours, %s used', (quota, used, share, state) => {
    expect(use(quota, used)).toMatchObject({ quota, used, share, state });
  });
});

describe('endingCredentials', () => {
  const token = (name: string, expiresAt: string, revokedAt: string | null = null) => ({
    token_id: `00000000-0000-4000-8000-0000000000${name.length}0`,
    name,
    role_cap: null,
    created_at: '2026-10-01T00:00:00Z',
    expires_at: expiresAt,
    last_used_at: null,
    revoked_at: revokedAt,
  });

  it('tells of those that end within seven days, first to end first', () => {
    const found = endingCredentials(
      [
        token('later', '2026-12-20T10:00:00Z'),
        token('soon', '2026-12-03T10:00:00Z'),
        token('sooner', '2026-11-29T10:00:00Z'),
        token('over', '2026-11-28T09:00:00Z'),
        token('revoked', '2026-11-29T09:00:00Z', '2026-11-20T00:00:00Z'),
      ],
      [],
      NOW,
    );
    expect(found.map(({ what, name }) => `${what} ${name}`)).toEqual(['Token sooner', 'Token soon']);
  });
});
