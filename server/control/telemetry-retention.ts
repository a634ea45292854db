import type { Database, TransactionOptions } from '#server/database/port.ts';

const SYSTEM: TransactionOptions = { role: 'web_system', claims: null, lane: 'report', timeoutMs: 60_000 };

export interface TelemetryKept {
  /** Weekly partitions that were missing and were made. */
  readonly made: number;
  /** Weeks of raw samples that were dropped; their summaries stay. */
  readonly dropped: number;
}

/**
 * Makes the partitions of the coming weeks and drops weeks of raw samples older than the setting
 * `telemetry_retention_days` (core.settings). Any number of processes may do it.
 */
export async function keepTelemetry(db: Database): Promise<TelemetryKept> {
  const made = await db.one<{ n: number }>(SYSTEM, 'select core.ensure_telemetry_partitions() as n');
  const dropped = await db.one<{ n: number }>(
    SYSTEM,
    `select core.drop_old_telemetry(core.setting_number('telemetry_retention_days')::integer) as n`,
  );
  return { made: made.rows[0]?.n ?? 0, dropped: dropped.rows[0]?.n ?? 0 };
}
