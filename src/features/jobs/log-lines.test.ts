import { describe, expect, it } from 'vitest';
import { cutAtMatches, isErrorLine, logText, matchingLines } from './log-lines.ts';

describe('logText', () => {
  it('joins chunks at their edges, with and without a line end there', () => {
    const { lines, starts } = logText([
      { seq: 3, content: 'a\nb' },
      { seq: 4, content: 'c\nd\n' },
      { seq: 5, content: 'e' },
    ]);
    expect(lines).toEqual(['a', 'bc', 'd', 'e']);
    expect([...starts]).toEqual([
      [3, 0],
      [4, 1],
      [5, 3],
    ]);
  });

  it('keeps empty lines, and none for the end of the last one', () => {
    expect(logText([{ seq: 0, content: 'a\n\nb\n' }]).lines).toEqual(['a', '', 'b']);
  });

  it('drops terminal colours and all but the last state of a progress bar', () => {
    const content = '\u001b[32mINFO\u001b[0m ready\r\n 1%\r 50%\r100%\n';
    expect(logText([{ seq: 0, content }]).lines).toEqual(['INFO ready', '100%']);
  });
});

describe('isErrorLine', () => {
  it.each([
    ['ERROR 11-27 worker died', true],
    ['torch.OutOfMemoryError: CUDA', true],
    ['Traceback (most recent call last):', true],
    ['Killed', true],
    ['requests: 100, errors: 0', false],
    ['finished, no errors', false],
    ['"error": null', false],
    ['mirrored weights', false],
  ])('%s: %s', (line, expected) => expect(isErrorLine(line)).toBe(expected));
});

describe('search', () => {
  it('finds whatever the case, and nothing for nothing', () => {
    expect(matchingLines(['GPU 0', 'cpu', 'gpu gpu'], 'Gpu')).toEqual([0, 2]);
    expect(matchingLines(['a'], '')).toEqual([]);
  });

  it('cuts a line so that the odd pieces match and all together are the line', () => {
    const pieces = cutAtMatches('gpu a GPU', 'gpu');
    expect(pieces).toEqual(['', 'gpu', ' a ', 'GPU', '']);
    expect(pieces.join('')).toBe('gpu a GPU');
    expect(cutAtMatches('İstanbul', 'i')).toEqual(['İstanbul']);
  });
});
