import { beforeAll, expect, it } from 'vitest';
import { api, startApi } from '#src/api/api.ts';
import { projectWindows } from './project-windows.ts';

let asked: string[] = [];

beforeAll(async () => {
  await startApi({
    fetch: (address) => {
      const url = new URL(address instanceof Request ? address.url : address, 'http://page.test');
      if (url.pathname !== '/api/v_projects') return Promise.resolve(new Response('{}', { status: 404 }));
      asked = [...url.searchParams].map(([name, value]) => `${name}=${value}`);
      return Promise.resolve(new Response('[]', { headers: { 'Content-Range': '*/2345' } }));
    },
  });
  api().session.accept({
    access_token: 't',
    expires_in: 3600,
    account: { account_id: '00000000-0000-4000-8000-000000000002', email: 'a@b', display_name: 'A' },
  });
});

it('reaches projects beyond the first thousand, with how many there are in all', async () => {
  const page = await projectWindows('one', '', false).read(2000, 2199, {
    sort: { id: 'last_activity_at', desc: true },
  });
  expect(page.total).toBe(2345);
  expect(asked).toEqual([
    'org_id=eq.one',
    'order=last_activity_at.desc.nullslast,project_id.desc.nullslast',
    'offset=2000',
    'limit=200',
  ]);
});

it('looks for a text in name and description, beside what the table looks for', async () => {
  const windows = projectWindows('one', 'h100', false);
  const own = '(project_name.ilike."*h100*",description.ilike."*h100*")';
  await windows.read(0, 199, { sort: null });
  expect(asked).toContain(`or=${own}`);
  await windows.read(0, 0, { sort: null, or: '(owner_name.ilike."*x*")' });
  expect(asked).toContain(`or=(and(or${own},or(owner_name.ilike."*x*")))`);
});

it('is read again while a job of a project is under way', () => {
  expect(projectWindows('one', '', true).refetchIntervalMs).toBe(10_000);
  expect(projectWindows('one', '', false).refetchIntervalMs).toBeUndefined();
});
