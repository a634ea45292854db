import { expect, it } from 'vitest';
import { endedJobs } from './server-history.ts';

it('counts how jobs ended, reasons by how often, and leaves cancelled ones out', () => {
  const failed = (error_code: string | null) => ({ status_code: 'failed' as const, error_code });
  expect(
    endedJobs([
      { status_code: 'completed', error_code: null },
      failed('worker_lost'),
      failed('engine_failed'),
      failed('worker_lost'),
      failed(null),
      { status_code: 'cancelled', error_code: null },
    ]),
  ).toEqual({
    completed: 1,
    failed: 4,
    reasons: [
      { reason: 'worker_lost', count: 2 },
      { reason: 'engine_failed', count: 1 },
      { reason: 'no reason given', count: 1 },
    ],
  });
  expect(endedJobs([])).toEqual({ completed: 0, failed: 0, reasons: [] });
});
