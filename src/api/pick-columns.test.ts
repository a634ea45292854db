import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { pickColumns } from './pick-columns.ts';
import { eq, viewRequest } from './view-query.ts';

const view = defineView('v_things', z.object({ id: z.int(), name: z.string(), size: z.number().nullable() }));
const some = pickColumns(view, ['size', 'name']);

it('asks for its columns whatever else is asked, filtered by a column that is not sent', () => {
  const asked = new URLSearchParams(
    viewRequest(some.query({ filters: { id: eq(7) }, order: [{ column: 'id', direction: 'desc' }] })).search,
  );
  expect([...asked]).toEqual([
    ['id', 'eq.7'],
    ['select', 'size,name'],
    ['order', 'id.desc.nullslast'],
  ]);
  expect(some.name).toBe('v_things');
});

it('reads rows of these columns and refuses those that the view would not give', () => {
  expect(some.row.parse({ id: 1, name: 'a', size: null })).toEqual({ name: 'a', size: null });
  expect(() => some.row.parse({ name: 'a' })).toThrow('size');
  expect(() => some.row.parse({ name: 1, size: 2 })).toThrow('name');
  expectTypeOf<z.output<typeof some.row>>().toEqualTypeOf<{ size: number | null; name: string }>();
});
