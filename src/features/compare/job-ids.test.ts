import { describe, expect, it } from 'vitest';
import { foundNoneText, foundText } from './find-results-query.ts';
import { allJobIds, jobCount, jobIds } from './job-ids.ts';

const many = Array.from({ length: 250 }, (_, index) => String(index + 1));

describe('ids of the compared jobs', () => {
  it('are each taken once, and only where they are ids', () => {
    expect(jobIds(['7', '9', '7', '0', 'x', '-1', '12345678901'])).toEqual([7, 9]);
  });

  it('are counted as they are shown, and it is said how many there are in all', () => {
    expect(jobIds(many)).toHaveLength(200);
    expect(allJobIds(many)).toHaveLength(250);
    expect(jobCount(many)).toBe(' (200 of 250)');
    expect(jobCount(['7', '7', 'x'])).toBe(' (1)');
    expect(jobCount(['x'])).toBe('');
  });
});

it('says how many results a search leaves out of its list', () => {
  expect(foundText(1, 1)).toBe('1 result');
  expect(foundNoneText('')).toBe('No result is here yet.');
  expect(foundNoneText('b200')).toBe('No result has “b200” in its job’s name.');
  expect(foundText(30, 1204)).toBe('The newest 30 of 1,204: type more of a name to find the others');
});
