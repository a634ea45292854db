import { expect, it } from 'vitest';
import { ApiError } from '#src/api/api-error.ts';
import { fieldErrors } from './field-errors.ts';

const refusal = (details: Record<string, unknown> | null) =>
  new ApiError({ code: 'validation_failed', message: 'Too long', status: 400, details });

it('places a refusal on the field it names, with or without the prefix of a parameter', () => {
  expect(fieldErrors(refusal({ field: 'p_job_name' }), ['p_job_name'])).toEqual([
    { field: 'p_job_name', message: 'Too long' },
  ]);
  expect(fieldErrors(refusal({ field: 'p_job_name' }), ['job_name'])).toEqual([
    { field: 'job_name', message: 'Too long' },
  ]);
  expect(fieldErrors(refusal({ field: 'p_job_name' }), ['jobName'])).toEqual([
    { field: 'jobName', message: 'Too long' },
  ]);
  expect(fieldErrors(refusal({ field: 'p_isl' }), ['input'], { p_isl: 'input' })).toEqual([
    { field: 'input', message: 'Too long' },
  ]);
});

it('reads lists and records of fields, and says nothing of fields it does not have', () => {
  expect(fieldErrors(refusal({ fields: ['p_a', 'p_b', 'p_x'] }), ['a', 'b'])).toEqual([
    { field: 'a', message: 'Too long' },
    { field: 'b', message: 'Too long' },
  ]);
  expect(fieldErrors(refusal({ fields: { p_a: 'Must be ≥ 1', p_b: 7 } }), ['a', 'b'])).toEqual([
    { field: 'a', message: 'Must be ≥ 1' },
    { field: 'b', message: 'Too long' },
  ]);
  expect(fieldErrors(refusal({ required_gb: 80 }), ['a'])).toEqual([]);
  expect(fieldErrors(refusal(null), ['a'])).toEqual([]);
});
