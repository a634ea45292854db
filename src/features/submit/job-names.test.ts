import { expect, it } from 'vitest';
import { suggestJobName } from './job-names.ts';
import { nextFreeName } from './next-free-name.ts';

const suggest = (concurrency: number) =>
  suggestJobName('gpt-oss-20b', 'mxfp4', { concurrency, isl: 1024, osl: 512 });

it('names a job after model, precision and load', () => {
  expect(suggest(8)).toBe('gpt-oss-20b-mxfp4-c8-isl1024-osl512');
  expect(suggestJobName('gpt-oss-20b', '', { concurrency: 8, isl: 1, osl: 2 })).toBe(
    'gpt-oss-20b-c8-isl1-osl2',
  );
  expect(suggestJobName('', 'fp8', { concurrency: 8, isl: 1, osl: 2 })).toBe('');
  expect(suggestJobName('m', 'fp8', { concurrency: 8, isl: null, osl: 2 })).toBe('');
  expect(suggestJobName('whisper', 'fp16', { concurrency: 8, isl: 0, osl: 2 }, '5-15s')).toBe(
    'whisper-fp16-c8-5-15s-osl2',
  );
});

it('counts on to a free name', () => {
  expect(nextFreeName('a', new Set(['a']))).toBe('a-2');
  expect(nextFreeName('A-2', new Set(['a', 'a-2', 'a-3']))).toBe('A-4');
  expect(nextFreeName('m-c8-isl1024-osl1024', new Set())).toBe('m-c8-isl1024-osl1024-2');
});
