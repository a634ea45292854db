import { expect, it } from 'vitest';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { splitJobs, whyNot } from './bulk-jobs.ts';

type Job = Pick<RunJobWithParams, 'job_id' | 'job_name' | 'status_code' | 'provenance'>;

const job = (
  job_id: number,
  status_code: Job['status_code'],
  provenance: Job['provenance'] = 'measured',
): Job => ({ job_id, job_name: `job ${job_id}`, status_code, provenance });

const JOBS = [
  job(1, 'pending'),
  job(2, 'running', 'simulated'),
  job(3, 'completed'),
  job(4, 'failed'),
  job(5, 'cancelled', 'simulated'),
  job(6, 'failed', 'imported'),
];

it('cancels what has not ended', () => {
  const { able, others } = splitJobs('cancel', JOBS);
  expect(able.map(({ job_id: id }) => id)).toEqual([1, 2]);
  expect(others.map(({ job: { job_id: id }, why }) => [id, why])).toEqual([
    [3, 'completed already'],
    [4, 'failed already'],
    [5, 'cancelled already'],
    [6, 'imported, not run here'],
  ]);
});

it('tries again what failed or was cancelled here', () => {
  expect(splitJobs('retry', JOBS).able.map(({ job_id: id }) => id)).toEqual([4, 5]);
  expect(whyNot('retry', job(7, 'queued'))).toBe('still queued');
  expect(whyNot('retry', job(8, 'completed'))).toMatch(/submit a copy/);
});
