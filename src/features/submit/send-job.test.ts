import { expect, it } from 'vitest';
import { failureLine } from '#src/api/describe-error.ts';
import { submitJob } from './send-job.ts';
import { jobCall, submitSchema } from './submit-schema.ts';
import { EMPTY_VALUES } from './submit-values.ts';

const ID = '11111111-1111-4111-8111-111111111111';

it('says in words, on its field, what the contract does not take', async () => {
  const request = submitSchema.parse({
    ...EMPTY_VALUES,
    p_project_name: 'A',
    p_config_code: 'sim',
    p_server_hostname: 'gpu-1',
    p_model_code: 'm',
    p_framework_code: 'vllm',
    p_version: '1',
  });
  const job = { name: 'x'.repeat(201), concurrency: 1, isl: 1, osl: 1 };
  const failure = await submitJob(jobCall(request, job, { orgId: ID, accountId: ID })).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: 'validation_failed', details: { field: 'p_job_name' } });
  expect(failureLine(failure)).toBe(
    'job name: At most 200 characters. Change what is named above and send it again.',
  );
});
