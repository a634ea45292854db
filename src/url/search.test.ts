import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  choiceParam,
  choicesParam,
  defineSearch,
  flagParam,
  integerParam,
  jsonParam,
  listParam,
  mergeSearch,
  numberParam,
  sortParam,
  textParam,
} from './search.ts';
import { parseSearchText, stringifySearchText } from './search-text.ts';

const STATUSES = ['pending', 'running', 'failed'] as const;
const search = defineSearch({
  q: textParam(),
  tab: choiceParam(['account', 'tokens'], 'account'),
  status: choicesParam(STATUSES),
  ids: listParam(),
  page: integerParam(1, { min: 1, max: 1000 }),
  max: numberParam(5),
  only: flagParam(true),
  sort: sortParam({ id: 'created_at', desc: true }),
  form: jsonParam(z.object({ n: z.number() }), { n: 0 }),
});

const state = fc.record({
  q: fc.string({ unit: 'grapheme' }),
  tab: fc.constantFrom('account' as const, 'tokens' as const),
  status: fc.uniqueArray(fc.constantFrom(...STATUSES)),
  ids: fc.array(fc.string()),
  page: fc.integer({ min: 1, max: 1000 }),
  max: fc.option(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
  ),
  only: fc.boolean(),
  sort: fc.option(fc.record({ id: fc.stringMatching(/^[a-z_]{1,12}$/), desc: fc.boolean() })),
  form: fc.record({ n: fc.integer() }),
});

describe('search parameters', () => {
  it('read back what they wrote, through a real address', () => {
    fc.assert(
      fc.property(state, (view) => {
        const address = new URL(`http://x/p${stringifySearchText(search.write(view))}`);
        expect(search.read(parseSearchText(address.search))).toEqual(view);
      }),
    );
  });

  it('never throw and never keep what they do not understand', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(search.shape), 'other'), fc.anything()),
        (raw) => {
          const kept = search.validate(raw);
          expect(search.read(kept)).toEqual(search.read(raw));
          expect(kept).not.toHaveProperty('other');
        },
      ),
    );
    expect(
      search.read({ tab: 'x', page: '0', max: 'lots', only: 'yes', form: '{', status: 'failed,nope' }),
    ).toEqual({
      q: '',
      tab: 'account',
      status: ['failed'],
      ids: [],
      page: 1,
      max: 5,
      only: true,
      sort: { id: 'created_at', desc: true },
      form: { n: 0 },
    });
  });

  it('leave defaults out of the address and stay readable', () => {
    expect(search.write(search.read({}))).toEqual({});
    expect(
      stringifySearchText(search.write({ status: ['failed', 'running'], sort: { id: 'name', desc: false } })),
    ).toBe('?status=failed,running&sort=name');
  });

  it('give the same object for the same text, whatever else changes', () => {
    const before = search.read({ ids: 'a,b', q: 'x' });
    expect(search.read({ ids: 'a,b', q: 'y' }).ids).toBe(before.ids);
    expect(search.read({ ids: 'a', q: 'y' }).ids).toEqual(['a']);
    expect(search.read({}).ids).toEqual([]);
  });

  it('change one parameter and keep those of other owners', () => {
    expect(mergeSearch(search, { page: '3', theirs: 'x', q: 'a' }, { page: 1, q: 'b' })).toEqual({
      theirs: 'x',
      q: 'b',
    });
  });
});
