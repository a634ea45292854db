const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Kept whatever their age: a program that was off for a month must not find its backups gone. */
const NEWEST_KEPT = 5;

/**
 * Which backups may go: all but the newest five, the last of every hour of the day before `now`, and the last of every
 * day (UTC) of the week before it; so at most 38 stay, however often the program restarts. Other names are left alone.
 */
export function backupsToDrop(names: readonly string[], now: Date): string[] {
  const backups = names
    .flatMap((name) => {
      const at = timeOf(name);
      return at === null ? [] : [{ name, at }];
    })
    .sort((a, b) => b.at - a.at);
  const kept = new Set(backups.slice(0, NEWEST_KEPT).map(({ name }) => name));
  const periods = new Set<string>();
  for (const { name, at } of backups) {
    const age = now.getTime() - at;
    if (age <= DAY_MS) keepFirst(`hour ${Math.floor(at / HOUR_MS)}`, name);
    if (age <= 7 * DAY_MS) keepFirst(`day ${Math.floor(at / DAY_MS)}`, name);
  }
  return backups.map(({ name }) => name).filter((name) => !kept.has(name));

  function keepFirst(period: string, name: string): void {
    if (periods.has(period)) return;
    periods.add(period);
    kept.add(name);
  }
}

/** `yardstick-2026-01-31T12-00-00.000Z.tar.gz` says when; null for another name. */
function timeOf(name: string): number | null {
  const match = /^yardstick-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.tar\.gz$/.exec(name);
  if (match === null) return null;
  const [, date = '', hour = '', minute = '', second = ''] = match;
  const at = Date.parse(`${date}T${hour}:${minute}:${second}`);
  return Number.isNaN(at) ? null : at;
}
