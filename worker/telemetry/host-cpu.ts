import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

export interface CpuTimes {
  readonly busy: number;
  readonly total: number;
}

/** CPU time since boot over all cores, in ticks of /proc/stat; waiting for a disk counts as idle. */
export function readCpuTimes(): CpuTimes {
  try {
    return parseProcStat(readFileSync('/proc/stat', 'utf8'));
  } catch {
    const times = cpus().map((cpu) => cpu.times);
    const total = times.reduce((sum, t) => sum + t.user + t.nice + t.sys + t.idle + t.irq, 0);
    return { total, busy: total - times.reduce((sum, t) => sum + t.idle, 0) };
  }
}

/** First line of /proc/stat: user nice system idle iowait irq softirq steal (guest time is part of user). Throws when it is not there. */
export function parseProcStat(text: string): CpuTimes {
  const [name, ...fields] = text.slice(0, text.indexOf('\n')).trim().split(/\s+/);
  const ticks = fields.slice(0, 8).map(Number);
  if (name !== 'cpu' || ticks.length < 4 || ticks.some(Number.isNaN))
    throw new Error('no cpu line in /proc/stat');
  const total = ticks.reduce((a, b) => a + b, 0);
  return { total, busy: total - (ticks[3] ?? 0) - (ticks[4] ?? 0) };
}

/** Share of all cores that was busy between two readings, in %; null when no time passed. */
export function cpuPercent(before: CpuTimes, after: CpuTimes): number | null {
  const total = after.total - before.total;
  if (total <= 0) return null;
  return Math.min(100, Math.max(0, ((after.busy - before.busy) / total) * 100));
}
