import { expect, it } from 'vitest';
import { quotaCheck } from './quota-check.ts';

const usage = (gpu_hours_used: number, gpu_hours_per_month: number | null = 10) => ({
  org_id: '11111111-1111-4111-8111-111111111111',
  month_start: '2026-06-01T00:00:00Z',
  gpu_hours_per_month,
  gpu_hours_used,
  judge_tokens_per_month: 0,
  judge_tokens_used: 5,
});
const twoGpus = { launch_kind: 'process', gpu_count: 2 } as const;
const simulated = { launch_kind: 'simulated', gpu_count: 8 } as const;
/** Of one job of an hour on two GPUs. */
const found = (used: number, jobs = 1) => quotaCheck(usage(used), twoGpus, [3600], jobs);

it('says nothing where there is no quota', () => {
  expect(quotaCheck(null, twoGpus, [3600], 1)).toBeNull();
  expect(quotaCheck(usage(99, null), twoGpus, [3600], 1)).toBeNull();
});

it('stops jobs once all is used, as the server does: simulated ones too', () => {
  expect(found(10)).toEqual({
    id: 'quota',
    title: 'GPU hours',
    level: 'block',
    text: '10 of 10 are used this month: jobs are refused until it ends (UTC). An admin can raise the quota (Admin, Quotas).',
  });
  expect(quotaCheck(usage(0, 0), null, [], 1)?.level).toBe('block');
  expect(quotaCheck(usage(12), simulated, [], 1)?.level).toBe('block');
});

it('warns of jobs that would run past it', () => {
  expect(found(8)).toMatchObject({ level: 'ok', text: '8 of 10 are used this month; 1 job takes about 2.' });
  expect(found(8.5)?.level).toBe('warn');
  expect(found(2, 5)).toMatchObject({
    level: 'warn',
    text: '2 of 10 are used this month; 5 jobs take about 10 more. Jobs sent once all are used are refused: send fewer, or let an admin raise the quota (Admin, Quotas).',
  });
  expect(quotaCheck(usage(9), simulated, [3600], 100)).toMatchObject({
    level: 'ok',
    text: '9 of 10 are used this month; a simulated job uses none.',
  });
});

it('does not pretend to know what could not be read, or nothing says', () => {
  expect(quotaCheck('Away. Request req-7.', twoGpus, [], 1)).toMatchObject({
    level: 'unknown',
    text: 'What is left of the quota could not be read: Away. Request req-7.',
  });
  expect(quotaCheck(usage(2), twoGpus, 'Away. Request req-7.', 1)).toMatchObject({
    level: 'unknown',
    text: '2 of 10 are used this month. How long earlier jobs took could not be read: Away. Request req-7.',
  });
  expect(quotaCheck(usage(2), twoGpus, [], 1)?.level).toBe('unknown');
  // The server counts none either.
  expect(quotaCheck(usage(2), { ...twoGpus, gpu_count: null }, [3600], 1)).toMatchObject({
    level: 'ok',
    text: '2 of 10 are used this month; a job whose GPUs are not known uses none.',
  });
  expect(quotaCheck(usage(2), null, [], 1)).toMatchObject({
    level: 'ok',
    text: '2 of 10 are used this month.',
  });
});
