import { expect, it } from 'vitest';
import { changedGpuTable, gpuTableView } from './gpu-table-view.ts';

it('takes an empty text, and one that says nothing of a table, for the usual table', () => {
  const usual = gpuTableView('');
  expect(usual).toMatchObject({ sort: null, cols: [], filters: [], pins: [], find: '' });
  expect(gpuTableView('%%%&nothing=1')).toEqual(usual);
});

it('reads back what was chosen, keeps what was chosen before, and is empty where all is usual', () => {
  const filters = [{ column: 'gpu_uuid', op: 'contains', value: 'a&b=c, 1%' }] as const;
  const once = changedGpuTable('', { sort: { id: 'power_avg_w', desc: true }, filters });
  const twice = changedGpuTable(once, { cols: ['gpu_index', 'power_avg_w'], find: '3' });
  expect(gpuTableView(twice)).toMatchObject({
    sort: { id: 'power_avg_w', desc: true },
    filters,
    cols: ['gpu_index', 'power_avg_w'],
    find: '3',
  });
  expect(changedGpuTable(twice, { sort: null, filters: [], cols: [], find: '' })).toBe('');
});
