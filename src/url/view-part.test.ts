import { expect, it } from 'vitest';
import { defineSearch, flagParam, listParam, sortParam } from './search.ts';
import { viewPart } from './view-part.ts';

const search = defineSearch({ sort: sortParam(), sel: listParam(), dominated: flagParam(false) });
const KEYS = ['sort', 'sel'] as const;

it('is the same object until a value that it has changes, and keeps those that do not', () => {
  const first = viewPart(search.read({ sort: '-ttft' }), KEYS);
  expect(first).toEqual({ sort: { id: 'ttft', desc: true }, sel: [] });
  expect(viewPart(search.read({ sort: '-ttft', dominated: '1' }), KEYS)).toBe(first);
  const selected = viewPart(search.read({ sort: '-ttft', sel: '7', dominated: '1' }), KEYS);
  expect(selected.sel).toEqual(['7']);
  expect(selected.sort).toBe(first.sort);
  expect(viewPart(search.read({ sel: '7' }), KEYS)).toEqual({ sort: null, sel: ['7'] });
});
