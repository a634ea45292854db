import { beforeAll, expect, it } from 'vitest';
import { vAuditLogs } from '#contract/views/v-audit-logs.ts';
import { vRunJobsWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { api, startApi } from '#src/api/api.ts';
import { eq, isIn } from '#src/api/view-query.ts';
import { allRows } from './all-rows.ts';
import { windowedView } from './windowed-view.ts';

/** What was asked, as `column=condition` and the range, newest last. */
let asked: { conditions: string[]; range: string; isCounted: boolean }[] = [];
let answer: (range: string) => unknown[] = () => [];

beforeAll(async () => {
  await startApi({
    fetch: (address, options) => {
      const url = new URL(address instanceof Request ? address.url : address, 'http://page.test');
      if (!url.pathname.startsWith('/api/v_')) return Promise.resolve(new Response('{}', { status: 404 }));
      const first = Number(url.searchParams.get('offset') ?? 0);
      const range = `${first}-${first + Number(url.searchParams.get('limit')) - 1}`;
      const conditions = [...url.searchParams].filter(([name]) => name !== 'offset' && name !== 'limit');
      const isCounted = new Headers(options?.headers).get('Prefer') === 'count=exact';
      asked.push({ conditions: conditions.map(([name, value]) => `${name}=${value}`), range, isCounted });
      return Promise.resolve(
        new Response(JSON.stringify(answer(range)), { headers: { 'Content-Range': '0-0/1234' } }),
      );
    },
  });
  api().session.accept({
    access_token: 't',
    expires_in: 3600,
    account: { account_id: '00000000-0000-4000-8000-000000000002', email: 'a@b', display_name: 'A' },
  });
});

const jobs = windowedView({
  view: vRunJobsWithParams,
  queryKey: ['jobs'],
  own: () => ({ run_id: eq(3), status_code: isIn(['failed', 'completed']) }),
  last: { column: 'job_id', direction: 'asc' },
});

it("asks for the page's rows, in the table's order", async () => {
  asked = [];
  const page = await jobs.read(200, 399, { sort: { id: 'concurrency', desc: true } });
  expect(page.total).toBe(1234);
  expect(asked).toEqual([
    {
      conditions: [
        'run_id=eq.3',
        'status_code=in.(failed,completed)',
        'order=concurrency.desc.nullslast,job_id.asc.nullslast',
      ],
      range: '200-399',
      isCounted: false,
    },
  ]);
});

it('has the rows counted with the first of them only', async () => {
  asked = [];
  await jobs.read(0, 199, { sort: null });
  await jobs.read(200, 399, { sort: null });
  expect(asked.map(({ isCounted }) => isCounted)).toEqual([true, false]);
});

it("keeps the table's filter where the page has one of the same column", async () => {
  asked = [];
  await jobs.read(0, 9, {
    sort: null,
    filters: [
      { column: 'status_code', op: 'neq', value: 'failed' },
      { column: 'concurrency', op: 'eq', value: '2.5' },
    ],
  });
  expect(asked[0]?.conditions).toEqual([
    'status_code=neq.failed',
    'status_code=in.(failed,completed)',
    'concurrency=in.()',
    'run_id=eq.3',
    'order=job_id.asc.nullslast',
  ]);
});

it('asks a view of few questions for no more than it takes', async () => {
  asked = [];
  const audit = windowedView({
    view: vAuditLogs,
    queryKey: ['audit'],
    own: () => ({ org_id: eq('one') }),
    last: { column: 'audit_id', direction: 'desc' },
    askable: ['action', 'created_at'],
  });
  expect(['action', 'created_at', 'email', 'detail'].map(audit.canFilter)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  await audit.read(0, 9, {
    sort: { id: 'email', desc: false },
    filters: [
      { column: 'action', op: 'neq', value: 'create_project' },
      { column: 'org_id', op: 'eq', value: 'another' },
    ],
  });
  expect(asked[0]?.conditions).toEqual([
    'action=neq.create_project',
    'org_id=eq.one',
    'order=audit_id.desc.nullslast',
  ]);
});

it('looks for a text among the same rows', async () => {
  asked = [];
  expect(jobs.orderOf({ id: 'job_name', desc: false })).toEqual([
    { column: 'job_name', direction: 'asc' },
    { column: 'job_id', direction: 'asc' },
  ]);
  const columns = ['job_name', 'concurrency', 'tokens_per_sec', 'created_at', 'options', 'none'];
  expect(columns.map(jobs.kindOf)).toEqual(['text', 'number', 'number', 'time', null, null]);
  expect(columns.map(jobs.isWhole)).toEqual([false, true, false, false, false, false]);
  await jobs.read(0, 99, { sort: null, or: '(job_name.ilike."*x*")' });
  expect(asked[0]?.conditions).toContain('or=(job_name.ilike."*x*")');
  expect(asked[0]?.conditions).toContain('run_id=eq.3');
});

const auditRow = {
  audit_id: 1,
  org_id: '00000000-0000-4000-8000-000000000001',
  account_id: null,
  email: null,
  worker_id: null,
  action: 'a',
  object_type: null,
  object_id: null,
  outcome: 'done',
  request_id: null,
  detail: null,
  created_at: '2026-11-28T10:00:00Z',
};

it('reads all rows there are, a thousand at a time, also from a server that answers fewer', async () => {
  const audit = windowedView({
    view: vAuditLogs,
    queryKey: ['audit'],
    own: () => ({ org_id: eq('one') }),
    last: { column: 'audit_id', direction: 'desc' },
  });
  const rowsFrom = (range: string | null, length: number) =>
    Array.from({ length }, (_, index) => ({ ...auditRow, audit_id: Number.parseInt(range ?? '') + index }));
  const read = async () => {
    asked = [];
    let count = 0;
    await allRows(
      audit.read,
      { sort: null },
      (row) => String(row.audit_id),
      (rows, total) => {
        expect(total).toBe(1234);
        count += rows.length;
        return true;
      },
    );
    return [count, asked.map(({ range }) => range)];
  };
  // There are 1,234.
  answer = (range) => rowsFrom(range, range === '0-999' ? 1000 : 234);
  expect(await read()).toEqual([1234, ['0-999', '1000-1999']]);
  answer = (range) => rowsFrom(range, range === '1200-2199' ? 34 : 400);
  expect(await read()).toEqual([1234, ['0-999', '400-1399', '800-1799', '1200-2199']]);
  // Rows that went away while they were read.
  answer = (range) => rowsFrom(range, range === '0-999' ? 1000 : 0);
  expect(await read()).toEqual([1000, ['0-999', '1000-1999']]);
  asked = [];
  await allRows(
    audit.read,
    { sort: null },
    (row) => String(row.audit_id),
    () => false,
  );
  expect(asked).toHaveLength(1);
});
