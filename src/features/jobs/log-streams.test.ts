import { expect, it } from 'vitest';
import { tellingStream } from './log-streams.ts';

it('shows the benchmark, unless the engine failed or said nothing', () => {
  expect(tellingStream({ error_code: null }, ['agent', 'bench', 'engine'])).toBe('bench');
  expect(tellingStream({ error_code: 'engine_died' }, ['agent', 'bench', 'engine'])).toBe('engine');
  expect(tellingStream({ error_code: 'engine_not_ready' }, ['agent'])).toBe('agent');
  expect(tellingStream({ error_code: null }, [])).toBe('bench');
});
