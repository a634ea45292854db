import { describe, expect, it } from 'vitest';
import { paletteScore } from './palette-score.ts';

const project = (typed: string) => paletteScore('project-5', typed, ['By keyboard', '', 'Project']);
const job = (typed: string) =>
  paletteScore('job-845', typed, ['llama-3.1-8b-fp16-c4', '', 'By keyboard / default · Job']);

describe('what the palette puts first', () => {
  it('is what is called so, before what lies in it', () => {
    expect(project('By keyboard')).toBe(1);
    expect(job('By keyboard')).toBeGreaterThan(0);
    expect(job('By keyboard')).toBeLessThanOrEqual(0.5);
    expect(project('by key')).toBeGreaterThan(job('by key'));
  });

  it('is found by its number and by another word for it too', () => {
    expect(job('845')).toBeGreaterThan(0);
    expect(paletteScore('new-job', 'benchmark', ['New job', 'submit benchmark create', ''])).toBeGreaterThan(
      0,
    );
  });

  it('is not what has none of it', () => {
    expect(project('qqq')).toBe(0);
  });
});
