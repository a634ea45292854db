import { expect, it } from 'vitest';
import { answerFixture } from './answer-fixture.ts';
import { chosenRow, pointOf } from './chosen-row.ts';

it('shows the picked recommendation, and the primary one where the answer has it no longer', () => {
  const answer = answerFixture();
  expect(chosenRow(answer, 'mi300x-fp8-vllm-tp8')?.gpu_model).toBe('mi300x');
  expect(chosenRow(answer, 'gone')?.gpu_model).toBe('h200-sxm');
  expect(chosenRow(answerFixture({ recommendations: [], primary_recommendation: null }), '')).toBeNull();
});

it('finds a measured point wherever the answer names it', () => {
  expect(pointOf(answerFixture(), 'ref-17')?.ttft_ms).toBe(290);
  expect(pointOf(answerFixture(), 'none')).toBeNull();
  expect(pointOf(undefined, 'ref-17')).toBeNull();
});
