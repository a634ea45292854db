import { expect, it } from 'vitest';
import { tokenState } from './token-state.ts';

const now = Date.parse('2026-06-01T00:00:00Z');

it('tells whether a token still works', () => {
  const at = (expires_at: string | null, revoked_at: string | null = null) =>
    tokenState({ expires_at, revoked_at }, now);
  expect(at('2026-07-01T00:00:00Z')).toBe('active');
  expect(at('2026-06-08T00:00:00Z')).toBe('ends soon');
  expect(at('2026-06-01T00:00:00Z')).toBe('ended');
  expect(at('2026-07-01T00:00:00Z', '2026-05-01T00:00:00Z')).toBe('revoked');
  expect(at(null)).toBe('active');
  expect(at(null, '2026-05-01T00:00:00Z')).toBe('revoked');
});
