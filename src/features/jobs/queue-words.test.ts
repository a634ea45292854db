import { expect, it } from 'vitest';
import { queueWords } from './queue-words.ts';

const busy = { hostname: 'gpu-1', status_code: 'busy', current_job_id: 7 } as const;
const idle = { hostname: 'gpu-1', status_code: 'online', current_job_id: null } as const;

it('counts what runs on the server and what waits there before the job', () => {
  expect(queueWords(busy, 3)).toBe('4 jobs before it on gpu-1.');
  expect(queueWords(busy, 0)).toBe('1 job before it on gpu-1.');
  expect(queueWords(idle, 1)).toBe('1 job before it on gpu-1.');
  expect(queueWords(idle, 0)).toBe('Next on gpu-1.');
});

it('counts nothing where the server takes no job', () => {
  for (const status_code of ['stale', 'offline', 'never_connected'] as const)
    expect(queueWords({ ...busy, status_code }, 3)).toBe(
      'The worker on gpu-1 does not report now; the job waits until it does.',
    );
  expect(queueWords({ ...busy, status_code: 'draining' }, 3)).toBe(
    'gpu-1 takes no new jobs until it is resumed.',
  );
});
