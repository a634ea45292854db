import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTestDatabase } from '#testing/database.ts';
import { BOB, Fleet, type Answer } from './fleet.ts';

/** Every change is rolled back, save where a test says otherwise. */
let fleet: Fleet;
let dock: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open(openTestDatabase);
  dock = fleet.with({ schemas: ['dock'], testMode: { anonymousRole: 'web_user' } });
});
afterAll(() => fleet.close());

function send(
  method: string,
  path: string,
  body?: unknown,
  prefer = '',
  headers: Record<string, string> = {},
): Promise<Answer> {
  return dock.ask(path, { method, body, headers: { prefer: `tx=rollback, ${prefer}`, ...headers } });
}

const shown = 'return=representation';

describe('POST', () => {
  test('one row: 201, its defaults, and where it is', async () => {
    const minimal = await send('POST', '/berths', { code: 'N1' });
    expect([minimal.status, minimal.body, minimal.headers['Content-Range']]).toEqual([201, '', '*/*']);
    const row = await send('POST', '/berths?select=code,size_m,notes,owner', { code: 'N1' }, shown);
    expect([row.status, row.json]).toEqual([
      201,
      [{ code: 'N1', size_m: 10, notes: 'none yet', owner: 'ann' }],
    ]);
    expect(row.headers['Preference-Applied']).toBe('return=representation, tx=rollback');
    const where = await send('POST', '/berths', { id: 55, code: 'N1' }, 'return=headers-only');
    expect([where.status, where.body, where.headers['Location']]).toEqual([201, '', '/berths?id=eq.55']);
    const two = await send('POST', '/visits', { berth: 7, day: '2026-01-31' }, 'return=headers-only');
    expect(two.headers['Location']).toBe('/visits?berth=eq.7&day=eq.2026-01-31');
  });

  test('many rows, counted, in their order', async () => {
    const rows = [
      { code: 'N2', size_m: 4 },
      { code: 'N1', size_m: null },
    ];
    const answer = await send('POST', '/berths?select=code,size_m', rows, `${shown}, count=exact`);
    expect([answer.status, answer.json, answer.headers['Content-Range']]).toEqual([201, rows, '*/2']);
    const ordered = await send('POST', '/berths?select=code&order=code', rows, shown);
    expect(ordered.json).toEqual([{ code: 'N1' }, { code: 'N2' }]);
    expect((await send('POST', '/berths', [], shown)).body).toBe('[]');
  });

  test('the columns are those of the rows, or of columns=', async () => {
    const differing = [{ code: 'N1' }, { code: 'N2', size_m: 5 }];
    expect(await send('POST', '/berths', differing)).toMatchObject({
      status: 400,
      json: { message: 'All object keys must match', details: { pgrst: 'PGRST102' } },
    });
    const named = await send('POST', '/berths?columns=code&select=code,size_m', differing, shown);
    expect(named.json).toEqual([
      { code: 'N1', size_m: 10 },
      { code: 'N2', size_m: 10 },
    ]);
    const nulls = await send('POST', '/berths?columns=code,size_m&select=size_m', differing, shown);
    expect(nulls.json).toEqual([{ size_m: null }, { size_m: 5 }]);
    const defaults = `${shown}, missing=default`;
    const filled = await send('POST', '/berths?columns=id,code,size_m&select=id,size_m', differing, defaults);
    expect(filled.json).toEqual([
      { id: expect.any(Number) as number, size_m: 10 },
      { id: expect.any(Number) as number, size_m: 5 },
    ]);
    expect(filled.headers['Preference-Applied']).toContain('missing=default');
  });

  test('an empty object is a row of defaults', async () => {
    expect((await send('POST', '/inbox', {})).status).toBe(201);
    expect((await send('POST', '/inbox', [{}, {}])).status).toBe(400);
  });

  test('one object, or nothing happens', async () => {
    const object = { accept: 'application/vnd.pgrst.object+json' };
    const one = await send('POST', '/berths?select=code', { code: 'N1' }, shown, object);
    expect([one.status, one.body]).toEqual([201, '{"code":"N1"}']);
    const body = [{ code: 'M1' }, { code: 'M2' }];
    const headers = { prefer: shown, ...object };
    const kept = await dock.ask('/berths', { method: 'POST', body, headers });
    expect([kept.status, kept.json]).toMatchObject([406, { details: { pgrst: 'PGRST116' } }]);
    expect((await dock.ask('/berths?code=in.(M1,M2)')).json).toEqual([]);
  });

  test('CSV', async () => {
    const csv = 'code,size_m,notes\nN1,4,"say ""hi"", then go"\r\n"N2",NULL,"NULL"\n';
    const headers = { 'content-type': 'text/csv' };
    const answer = await send('POST', '/berths?select=code,size_m,notes', csv, shown, headers);
    expect(answer.json).toEqual([
      { code: 'N1', size_m: 4, notes: 'say "hi", then go' },
      { code: 'N2', size_m: null, notes: 'NULL' },
    ]);
    for (const bad of ['', 'a,a\n1,2', 'code,size_m\n1', 'code\n"x', 'code\n"x"y']) {
      expect((await send('POST', '/berths', bad, '', headers)).status).toBe(400);
    }
  });

  test.each([
    ['text', 'PGRST102'],
    ['', 'PGRST102'],
    ['[1]', 'PGRST102'],
    ['"x"', 'PGRST102'],
  ])('the body %s is refused', async (body, pgrst) => {
    expect(await send('POST', '/berths', body)).toMatchObject({ status: 400, json: { details: { pgrst } } });
  });

  test('rules of the data, and of rows that are another’s', async () => {
    expect((await send('POST', '/berths', { code: 'A1' })).status).toBe(409);
    expect((await send('POST', '/berths', { size_m: 1 })).status).toBe(400);
    expect((await send('POST', '/berths', { code: 'N1', size_m: 'wide' })).status).toBe(400);
    expect((await send('POST', '/berths', { code: 'N1', owner: 'bob' })).status).toBe(403);
    expect(await send('POST', '/berths', { nothing: 1 })).toMatchObject({
      status: 404,
      json: { details: { pgrst: 'PGRST204', column: 'nothing' } },
    });
  });

  test('without the right to read, the row is written and not shown', async () => {
    expect((await send('POST', '/inbox', { entry: 'x' })).status).toBe(201);
    expect((await send('POST', '/inbox', { entry: 'x' }, shown)).status).toBe(403);
  });

  test('a view takes rows, too', async () => {
    const answer = await send('POST', '/small_berths?select=code', { id: 77, code: 'V1', size_m: 3 }, shown);
    expect([answer.status, answer.json]).toEqual([201, [{ code: 'V1' }]]);
  });
});

describe('upserts', () => {
  const merge = `${shown}, resolution=merge-duplicates`;
  const ignore = `${shown}, resolution=ignore-duplicates`;

  test('by the primary key', async () => {
    const rows = [
      { id: 1, code: 'A1', size_m: 9 },
      { id: 60, code: 'N1', size_m: 1 },
    ];
    const both = await send('POST', '/berths?select=id,size_m', rows, merge);
    expect([both.status, both.json]).toEqual([
      201,
      [
        { id: 1, size_m: 9 },
        { id: 60, size_m: 1 },
      ],
    ]);
    expect(both.headers['Preference-Applied']).toBe(
      'resolution=merge-duplicates, return=representation, tx=rollback',
    );
    const changed = await send('POST', '/berths?select=id', rows.slice(0, 1), merge);
    expect([changed.status, changed.json]).toEqual([200, [{ id: 1 }]]);
    const ignored = await send('POST', '/berths?select=id', rows, ignore);
    expect([ignored.status, ignored.json]).toEqual([201, [{ id: 60 }]]);
  });

  test('by another unique key', async () => {
    const row = { code: 'A2', size_m: 1 };
    const answer = await send('POST', '/berths?on_conflict=code&select=id,size_m', row, merge);
    expect([answer.status, answer.json]).toEqual([200, [{ id: 2, size_m: 1 }]]);
    expect((await send('POST', '/berths?on_conflict=size_m', row, merge)).status).toBe(400);
    expect((await send('POST', '/berths?on_conflict=nothing', row, merge)).status).toBe(404);
  });

  test('never of a row that is another’s', async () => {
    expect((await send('POST', '/berths', { id: 5, code: 'Z9' }, merge)).status).toBe(403);
  });
});

describe('PUT', () => {
  const row = { berth: 1, day: '2026-02-01', guests: 3 };
  const path = '/visits?berth=eq.1&day=eq.2026-02-01';

  test('adds the row with 201, replaces it with 200 or 204', async () => {
    const added = await dock.ask(path, { method: 'PUT', body: row, headers: { prefer: shown } });
    expect([added.status, added.json]).toEqual([201, [row]]);
    const replaced = await send('PUT', path, { ...row, guests: 4 }, shown);
    expect([replaced.status, replaced.json]).toEqual([200, [{ ...row, guests: 4 }]]);
    expect((await send('PUT', path, row)).status).toBe(204);
  });

  test.each([
    ['/visits?berth=eq.1', 405, 'PGRST105'],
    ['/visits?berth=eq.1&day=gt.2026-02-01', 405, 'PGRST105'],
    [`${path}&guests=eq.1`, 405, 'PGRST105'],
    [`${path}&limit=1`, 400, 'PGRST114'],
    ['/visits?berth=eq.2&day=eq.2026-02-01', 400, 'PGRST115'],
  ])('%s is refused', async (url, status, pgrst) => {
    expect(await send('PUT', url, row)).toMatchObject({ status, json: { details: { pgrst } } });
  });
});

describe('DELETE', () => {
  test('the rows of the filters, shown or not', async () => {
    const bare = await send('DELETE', '/berths?id=eq.1', undefined, 'count=exact');
    expect([bare.status, bare.body, bare.headers['Content-Range']]).toEqual([204, '', '*/1']);
    const rows = await send('DELETE', '/berths?size_m=eq.12&select=code&order=code.desc', undefined, shown);
    expect([rows.status, rows.json]).toEqual([200, [{ code: 'A3' }, { code: 'A2' }]]);
    expect((await send('DELETE', '/berths', undefined, 'count=exact')).headers['Content-Range']).toBe('*/4');
    const bob = await dock.ask('/berths?id=eq.5', { as: BOB });
    expect(bob.json).toHaveLength(1);
  });

  test('the first rows by an order', async () => {
    const first = await send('DELETE', '/berths?order=size_m.desc&limit=1&select=code', undefined, shown);
    expect(first.json).toEqual([{ code: 'B1' }]);
    const second = await send('PATCH', '/berths?order=id&limit=1&offset=1&select=code', { size_m: 1 }, shown);
    expect(second.json).toEqual([{ code: 'A2' }]);
    expect(await send('DELETE', '/berths?limit=1')).toMatchObject({
      status: 400,
      json: { details: { pgrst: 'PGRST109' } },
    });
  });
});

describe('max-affected', () => {
  const strict = 'handling=strict, max-affected=1';

  test('refuses a change of more rows, and nothing is changed', async () => {
    for (const [method, path, body] of [
      ['PATCH', '/berths?id=gt.0', { size_m: 1 }],
      ['DELETE', '/berths?id=gt.0', undefined],
      ['POST', '/rpc/rename_all', { p_suffix: 'x' }],
    ] as const) {
      const answer = await dock.ask(path, { method, body, headers: { prefer: strict } });
      expect([answer.status, answer.json]).toMatchObject([
        400,
        { details: { pgrst: 'PGRST124', reason: 'The query affects 4 rows' } },
      ]);
    }
    expect((await dock.ask('/berths?select=code,size_m&id=lte.2&order=id')).json).toEqual([
      { code: 'A1', size_m: 8 },
      { code: 'A2', size_m: 12 },
    ]);
  });

  test('is applied below its bound, and only when strict', async () => {
    const one = await send('DELETE', '/berths?id=eq.1', undefined, strict);
    expect([one.status, one.headers['Preference-Applied']]).toEqual([
      204,
      'tx=rollback, handling=strict, max-affected=1',
    ]);
    expect((await send('DELETE', '/berths?id=gt.0', undefined, 'max-affected=1')).status).toBe(204);
  });
});
