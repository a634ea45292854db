import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { judge, SelfMonitor, type SelfCheckReadings } from '#worker/bench/llm/self-check.ts';
import { peakTokensPerSecond } from '#worker/bench/llm/result.ts';

const SOUND: SelfCheckReadings = {
  loopDelayP99Ms: 2,
  sendLateP50Ms: 0.1,
  sendLateP99Ms: 1,
  cpuShare: 0.4,
  eventLoopUtilization: 0.4,
  gcShare: 0.01,
  cpuStealShare: 0,
};

describe('self-check', () => {
  it('passes a sound run and gives every reason of an unsound one', () => {
    expect(judge(SOUND, 50)).toEqual({ ...SOUND, valid: true, reasons: [] });
    const bad = judge(
      {
        loopDelayP99Ms: 20,
        sendLateP50Ms: 1,
        sendLateP99Ms: 9,
        cpuShare: 1,
        eventLoopUtilization: 0.95,
        gcShare: 0.2,
        cpuStealShare: 0.3,
      },
      50,
    );
    expect(bad.valid).toBe(false);
    expect(bad.reasons.map((reason) => reason.split(':')[0])).toEqual([
      'event_loop_delay',
      'send_late',
      'client_saturated',
      'client_cpu',
      'garbage_collection',
      'cpu_steal',
    ]);
  });

  it('never prints a value just over its limit as the limit itself', () => {
    expect(judge({ ...SOUND, sendLateP99Ms: 5.003 }, 50).reasons).toEqual([
      'send_late: 5.00300 ms at p99 is over 5.00 ms at p99',
    ]);
    expect(judge({ ...SOUND, sendLateP99Ms: 9 }, 50).reasons).toEqual([
      'send_late: 9.00 ms at p99 is over 5.00 ms at p99',
    ]);
  });

  it('measures loop delay against the TTFT it could distort', () => {
    expect(judge({ ...SOUND, loopDelayP99Ms: 20 }, 3000).valid).toBe(true);
    expect(judge({ ...SOUND, loopDelayP99Ms: 20 }, 1000).valid).toBe(false);
    expect(judge({ ...SOUND, loopDelayP99Ms: null, cpuStealShare: null }, null).valid).toBe(true);
  });

  it('sees a blocked event loop', async () => {
    const monitor = new SelfMonitor();
    monitor.addSendLateness(3);
    for (let i = 0; i < 5; i++) {
      const until = performance.now() + 200;
      while (performance.now() < until);
      await sleep(5);
    }
    const readings = monitor.stop();
    expect(readings.loopDelayP99Ms).toBeGreaterThan(50);
    expect(readings.eventLoopUtilization).toBeGreaterThan(0.7);
    expect(readings.sendLateP50Ms).toBe(3);
    expect(judge(readings, 50).reasons.join()).toMatch(/event_loop_delay.*client_saturated/);
  });
});

describe('peakTokensPerSecond', () => {
  it('takes the best whole second and none from a shorter window', () => {
    const buckets = new Float64Array(300);
    buckets.fill(1, 0, 100).fill(3, 100, 200).fill(50, 200, 220);
    expect(peakTokensPerSecond(buckets, 2200)).toBe(300);
    expect(peakTokensPerSecond(buckets, 3000)).toBe(1000);
    expect(peakTokensPerSecond(buckets, 999)).toBeNull();
  });
});
