import { describe, expect, it } from 'vitest';
import { shapeWords } from './shape-words.ts';
import { chooseSubject, subjectsOf } from './subjects.ts';

const row = (model: string, shape: string) => ({ model_code: model, workload_shape: shape });
const SUBJECTS = subjectsOf([
  row('llama', '1024/1024'),
  row('qwen', '1024/1024'),
  row('qwen', '8192/1024'),
  row('qwen', '1024/1024'),
]);

describe('subjectsOf', () => {
  it('counts deployments, most first', () => {
    expect(SUBJECTS).toEqual([
      { model: 'qwen', shape: '1024/1024', count: 2 },
      { model: 'llama', shape: '1024/1024', count: 1 },
      { model: 'qwen', shape: '8192/1024', count: 1 },
    ]);
  });
});

describe('chooseSubject', () => {
  it('takes what is asked, else says what is shown in its place', () => {
    expect(chooseSubject(SUBJECTS, 'qwen', '8192/1024')).toMatchObject({
      subject: { model: 'qwen', shape: '8192/1024' },
      note: null,
    });
    expect(chooseSubject(SUBJECTS, '', '')).toMatchObject({
      subject: { model: 'qwen', count: 2 },
      note: null,
    });
    expect(chooseSubject(SUBJECTS, 'llama', '')).toMatchObject({ subject: { model: 'llama' }, note: null });
    expect(chooseSubject(SUBJECTS, 'llama', '8192/1024').note).toBe(
      'There are no figures for llama at 8,192 in, 1,024 out: llama at 1,024 in, 1,024 out is shown.',
    );
    expect(chooseSubject(SUBJECTS, 'gpt', '').subject?.model).toBe('qwen');
    expect(chooseSubject([], 'gpt', '')).toEqual({ subject: null, note: null });
  });
});

describe('shapeWords', () => {
  it('prints lengths with thousands, and names as they are', () => {
    expect(shapeWords('8192/1024')).toBe('8,192 in, 1,024 out');
    expect(shapeWords('llama2-70b-99 Offline')).toBe('llama2-70b-99 Offline');
  });
});
