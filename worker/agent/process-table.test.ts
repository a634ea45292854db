import { spawn, type ChildProcess } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { readBootId } from './machine.ts';
import { findMarked, isAlive, isGroupAlive, killLeftovers, readStartTicks } from './process-table.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function start(env: Record<string, string> = {}): { pid: number; ended: Promise<string | null> } {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore', env: { ...process.env, ...env } });
  children.push(child);
  return {
    pid: child.pid ?? 0,
    ended: new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal))),
  };
}

describe('killLeftovers', () => {
  it('kills the process of the journal, and none that only has its id', async () => {
    const [left, other, old] = [start(), start(), start()];
    const identity = (pid: number) => ({ pid, start_ticks: readStartTicks(pid), boot_id: readBootId() });
    expect(isAlive(identity(left.pid))).toBe(true);
    const killed = killLeftovers(
      [
        identity(left.pid),
        { ...identity(other.pid), start_ticks: '1' },
        { ...identity(old.pid), boot_id: 'an-earlier-boot' },
      ],
      'no-such-machine:',
    );
    expect(killed).toEqual([left.pid]);
    expect(await left.ended).toBe('SIGKILL');
    expect(isAlive({ pid: left.pid, start_ticks: '1', boot_id: readBootId() })).toBe(false);
    expect([isGroupAlive(left.pid), isGroupAlive(other.pid), isGroupAlive(old.pid)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('kills what carries the marker of this machine, whole words only', async () => {
    const own = start({ YARDSTICK_ATTEMPT: 'machine-7:12:1;' });
    const others = [
      start({ YARDSTICK_ATTEMPT: 'machine-77:12:1;' }),
      start({ OTHER: 'YARDSTICK_ATTEMPT=machine-7:12:1;' }),
    ];
    await expect.poll(() => findMarked('machine-7:')).toEqual([own.pid]);
    expect(killLeftovers([], 'machine-7:')).toEqual([own.pid]);
    expect(await own.ended).toBe('SIGKILL');
    expect(others.map((child) => isGroupAlive(child.pid))).toEqual([true, true]);
  });
});
