import { expect, it } from 'vitest';
import { textColumn } from './data-columns.tsx';
import { writtenColumns } from './written-columns.ts';

it('writes what is shown in its order, then what no file goes without, each once', () => {
  const column = (id: string, isExported?: true) => ({
    ...textColumn<object>(id, id, () => null),
    ...(isExported && { isExported }),
  });
  const [name, note, job, run] = [column('name'), column('note'), column('job', true), column('run', true)];
  const all = [name, note, job, run];
  const ids = (shown: typeof all) => writtenColumns(all, shown).map(({ id }) => id);
  expect(ids([name])).toEqual(['name', 'job', 'run']);
  expect(ids([run, note])).toEqual(['run', 'note', 'job']);
});
