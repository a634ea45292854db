import { expect, it } from 'vitest';
import { agentResponseSchema } from '#contract/sizer/agent.ts';
import { EMPTY_FORM, formPatchSchema } from '#contract/sizer/form-state.ts';

it('a patch holds the fields that it was given and no defaults of others', () => {
  expect(formPatchSchema.parse({ maxP99E2EMs: 5000 })).toEqual({ maxP99E2EMs: 5000 });
  expect(formPatchSchema.parse(EMPTY_FORM)).toEqual(EMPTY_FORM);
  expect(formPatchSchema.safeParse({ concurrency: 'many' }).success).toBe(false);
  expect(
    agentResponseSchema.parse({
      status: 'solved',
      assistant_message: '',
      steps: [],
      request: null,
      response: null,
      form_patch: { concurrency: 64 },
      assumptions: [],
      error_code: null,
    }).form_patch,
  ).toEqual({ concurrency: 64 });
});
