import { describe, expect, it } from 'vitest';
import type { JobStatusHistory } from '#contract/views/v-job-status-history.ts';
import { secondsOf, toTimeline } from './job-timeline-steps.ts';

const START = Date.parse('2026-11-27T10:00:00Z');
let id = 0;
const entry = (
  second: number,
  status_code: JobStatusHistory['status_code'],
  phase_code: JobStatusHistory['phase_code'] = null,
  more: Partial<JobStatusHistory> = {},
): JobStatusHistory => ({
  job_status_id: ++id,
  org_id: '00000000-0000-4000-8000-000000000002',
  job_id: 1,
  run_id: 1,
  project_id: 1,
  server_id: 1,
  job_name: 'c8',
  attempt: status_code === 'pending' ? null : 1,
  status_code,
  phase_code,
  message: null,
  created_at: new Date(START + second * 1000).toISOString(),
  ...more,
});

const finished = [
  entry(0, 'pending', null, { message: 'Accepted; waits for a worker.' }),
  entry(2, 'queued', 'claimed'),
  entry(3, 'running', 'preparing'),
  entry(4, 'running', 'launching'),
  entry(10, 'running', 'measuring'),
  entry(70, 'completed'),
];

describe('toTimeline', () => {
  it('gives each status its time and each phase its part of it', () => {
    const steps = toTimeline(finished);
    expect(steps.map((step) => [step.status, secondsOf(step, 0)])).toEqual([
      ['pending', 2],
      ['queued', 1],
      ['running', 67],
      ['completed', 0],
    ]);
    expect(steps[2]?.phases.map((one) => [one.phase, secondsOf(one, 0)])).toEqual([
      ['preparing', 1],
      ['launching', 6],
      ['measuring', 60],
    ]);
    expect(steps[0]?.messages).toEqual([{ at: START, text: 'Accepted; waits for a worker.' }]);
  });

  it('orders by id, not by how the rows came', () => {
    expect(toTimeline([...finished].reverse())).toEqual(toTimeline(finished));
  });

  it('leaves the last step and phase open while the job runs', () => {
    const running = toTimeline(finished.slice(0, 5)).at(-1);
    expect(running).toMatchObject({ status: 'running', to: null });
    expect(running?.phases.at(-1)).toMatchObject({ phase: 'measuring', to: null });
    expect(secondsOf({ from: START, to: null }, START + 1500)).toBe(1.5);
  });

  it('keeps a cancel request inside the running step, without a phase of its own', () => {
    const steps = toTimeline([
      ...finished.slice(0, 5),
      entry(20, 'running', 'measuring', {
        message: 'Cancel requested; the worker is told at its next sync.',
      }),
      entry(24, 'cancelled'),
    ]);
    expect(steps.map((step) => step.status)).toEqual(['pending', 'queued', 'running', 'cancelled']);
    expect(steps[2]?.phases).toHaveLength(3);
    expect(steps[2]?.messages[0]?.text).toContain('Cancel requested');
    expect(steps[2]?.phases[2]).toMatchObject({ from: START + 10_000, to: START + 24_000 });
  });

  it('starts a new step for a second attempt of the same status', () => {
    const steps = toTimeline([
      entry(0, 'pending'),
      entry(1, 'running', 'launching'),
      entry(30, 'pending', null, { attempt: 1, message: 'Attempt 1 ended: lost. It will be tried again.' }),
      entry(40, 'running', 'launching', { attempt: 2 }),
    ]);
    expect(steps.map((step) => [step.status, step.attempt])).toEqual([
      ['pending', null],
      ['running', 1],
      ['pending', 1],
      ['running', 2],
    ]);
  });

  it('never answers a negative duration when clocks differ', () => {
    expect(secondsOf({ from: START, to: null }, START - 5000)).toBe(0);
  });
});
