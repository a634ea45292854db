import type { Database } from '#server/database/port.ts';

/** Ends trainings of the sizer that nobody will finish, so that their rows do not say `running` for ever; answers how many. */
export async function endLostTrainings(db: Database): Promise<number> {
  const { rows } = await db.one<{ ended: number }>(
    { role: 'web_system', claims: null, lane: 'report' },
    'select core.sizer_end_lost_trainings() as ended',
  );
  return rows[0]?.ended ?? 0;
}
