import { describe, expect, it } from 'vitest';
import { backupsToDrop } from './backup-retention.ts';

const NOW = new Date('2026-03-15T12:30:00.000Z');
const name = (at: Date) => `yardstick-${at.toISOString().replaceAll(':', '-')}.tar.gz`;
const ago = (minutes: number) => name(new Date(NOW.getTime() - minutes * 60_000));
const kept = (names: string[]) => {
  const dropped = new Set(backupsToDrop(names, NOW));
  return names.filter((each) => !dropped.has(each));
};

describe('backupsToDrop', () => {
  it('keeps a month of hourly backups as a day of hours and a week of days', () => {
    const hourly = Array.from({ length: 30 * 24 }, (_, i) => ago(i * 60));
    const stay = kept(hourly);
    // 12:30 today back to 12:30 yesterday.
    expect(stay.slice(0, 25)).toEqual(hourly.slice(0, 25));
    // Yesterday's last is 23:30, among the hours already; of the days before, the last of each.
    expect(stay.slice(25).map((each) => each.slice(10, 26))).toEqual([
      '2026-03-13T23-30',
      '2026-03-12T23-30',
      '2026-03-11T23-30',
      '2026-03-10T23-30',
      '2026-03-09T23-30',
      '2026-03-08T23-30',
    ]);
  });

  it('keeps the last of an hour of restarts, and the five before now', () => {
    const restarts = Array.from({ length: 200 }, (_, i) => ago(i));
    expect(kept(restarts).map((each) => each.slice(21, 26))).toEqual([
      '12-30',
      '12-29',
      '12-28',
      '12-27',
      '12-26',
      '11-59',
      '10-59',
      '09-59',
    ]);
  });

  it('keeps the newest five of long ago, in any order given', () => {
    const old = Array.from({ length: 8 }, (_, i) => ago((60 + i) * 24 * 60));
    expect(backupsToDrop(old.toReversed(), NOW).sort()).toEqual(old.slice(5).sort());
  });

  it('never keeps more than 38', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => ago(i));
    expect(kept(many).length).toBeLessThanOrEqual(38);
  });

  it('leaves what is no backup of ours alone', () => {
    const others = ['mine.tar.gz', 'yardstick-old.tar.gz', 'yardstick-2020-13-01T00-00-00.000Z.tar.gz'];
    expect(backupsToDrop(others, NOW)).toEqual([]);
  });
});
