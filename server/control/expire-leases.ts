import type { Database } from '#server/database/port.ts';

/** Takes jobs back from workers that stopped answering; answers how many. Any number of processes may do it. */
export async function expireLeases(db: Database): Promise<number> {
  const { rows } = await db.one<{ expired: number }>(
    { role: 'web_system', claims: null, lane: 'control' },
    'select core.expire_leases() as expired',
  );
  return rows[0]?.expired ?? 0;
}
