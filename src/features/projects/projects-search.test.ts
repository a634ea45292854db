import { expect, it } from 'vitest';
import { projectsSearch } from './projects-search.ts';
import { referenceChange, referenceView } from './reference-view.ts';

it('keeps the whole view of the reference panel beside that of the projects', () => {
  const filters = [{ column: 'job_count', op: 'gte', value: '10' }] as const;
  const change = { filters, widths: { project_name: 300 }, pins: ['project_name'], find: 'mlperf' };
  const search = projectsSearch.write({ ...referenceChange(change), q: 'own' });
  expect(search).toEqual({
    q: 'own',
    rfilters: 'job_count:gte:10',
    rwidths: 'project_name:300',
    rpins: 'project_name',
    rfind: 'mlperf',
  });
  const view = projectsSearch.read(search);
  expect(referenceView(view)).toEqual({ ...change, sort: { id: 'project_name', desc: false }, cols: [] });
  expect(view.filters).toEqual([]);
});
