import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { CALL_LANGUAGES, pythonValue, solveCall } from './call-snippets.ts';
import type { SolveRequest } from '#contract/sizer/solve-request.ts';

const request: SolveRequest = {
  fit: { modality_code: 'llm' },
  solve_for: 'sizing_plan',
  features: {
    display_model: 'it\'s "Llama" $x',
    conc: 64,
    allowed_gpu_models: ['h200-sxm'],
    budget_usd: null,
  },
};

describe('the call behind the answer', () => {
  it('has address, token from the environment and the exact request in each language', () => {
    for (const language of CALL_LANGUAGES) {
      const text = solveCall(language, 'https://host/api', request);
      expect(text).toContain('https://host/api/sizer/solve');
      expect(text).toContain('YARDSTICK_TOKEN');
      expect(text).toContain('h200-sxm');
    }
  });

  it('is JSON a shell hands on unchanged', () => {
    const command = solveCall('curl', 'https://host/api', request);
    const body = /--data (.*)$/s.exec(command)?.[1] ?? '';
    const received = execFileSync('sh', ['-c', `printf %s ${body}`], { encoding: 'utf8', timeout: 5000 });
    expect(JSON.parse(received)).toEqual(request);
  });

  it('is a Python literal', () => {
    expect(pythonValue({ a: [1, true, null], b: {}, c: undefined })).toBe(
      '{\n    "a": [1, True, None],\n    "b": {},\n}',
    );
  });
});
