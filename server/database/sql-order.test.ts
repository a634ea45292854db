import { describe, expect, it } from 'vitest';
import { orderObjects, type SqlObject } from './sql-order.ts';

function object(kind: SqlObject['kind'], name: string, text = ''): SqlObject {
  return { kind, name, path: `${kind}/${name}.sql`, text };
}
const names = (objects: readonly SqlObject[]): string[] => orderObjects(objects).map(({ name }) => name);

describe('orderObjects', () => {
  it('puts functions before views before policies, each by name', () => {
    expect(
      names([object('policy', 'a'), object('view', 'c'), object('function', 'z'), object('view', 'b')]),
    ).toEqual(['z', 'b', 'c', 'a']);
  });

  it('puts an object after everything that its header names, whatever the kinds', () => {
    const objects = [
      object('view', 'a', '-- Totals.\n-- after: b, f\n\ncreate view a'),
      object('view', 'b', '-- after: c\nselect 1'),
      object('view', 'c'),
      object('function', 'f', '-- after: c\n-- after: b'),
    ];
    expect(names(objects)).toEqual(['c', 'b', 'f', 'a']);
  });

  it('reads only the header', () => {
    expect(names([object('view', 'a', 'select 1;\n-- after: z'), object('view', 'b')])).toEqual(['a', 'b']);
  });

  it('lets a policy share the name of a view', () => {
    expect(names([object('policy', 'jobs', '-- after: jobs'), object('view', 'jobs')])).toEqual([
      'jobs',
      'jobs',
    ]);
  });

  it('names the files of a cycle, of an unknown name, of two with one name', () => {
    const cycle = [
      object('view', 'a', '-- after: b'),
      object('view', 'b', '-- after: c'),
      object('view', 'c', '-- after: b'),
    ];
    expect(() => orderObjects(cycle)).toThrow('view/b.sql -> view/c.sql -> view/b.sql');
    expect(() => orderObjects([object('view', 'a', '-- after: gone')])).toThrow(
      'view/a.sql comes after "gone"',
    );
    expect(() => orderObjects([object('view', 'a'), object('function', 'a')])).toThrow(
      'view/a.sql and function/a.sql have the same name',
    );
  });
});
