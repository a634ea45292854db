import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTestDatabase } from '#testing/database.ts';
import { Fleet } from './fleet.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open(openTestDatabase);
});
afterAll(() => fleet.close());

const exact = { prefer: 'count=exact' };

/** Status, Content-Range and the first and last id of an answer. */
async function page(query: string, headers: Record<string, string> = {}, from = fleet): Promise<unknown[]> {
  const answer = await from.ask(`/boats?select=id&order=id&${query}`, { headers });
  const ids = Array.isArray(answer.json) ? (answer.json as { id: number }[]).map((row) => row.id) : [];
  expect(answer.headers['Range-Unit']).toBe('items');
  return [answer.status, answer.headers['Content-Range'], ids[0] ?? null, ids.at(-1) ?? null];
}

describe('without a count', () => {
  test.each([
    ['', {}, [200, '0-14/*', 1, 15]],
    ['limit=5', {}, [200, '0-4/*', 1, 5]],
    ['limit=5&offset=10', {}, [200, '10-14/*', 11, 15]],
    ['limit=0', {}, [200, '*/*', null, null]],
    ['offset=100', {}, [200, '*/*', null, null]],
    ['', { range: '0-4' }, [200, '0-4/*', 1, 5]],
    ['', { range: '0-4', 'range-unit': 'items' }, [200, '0-4/*', 1, 5]],
    ['', { range: 'items=2-3' }, [200, '2-3/*', 3, 4]],
    ['', { range: '10-' }, [200, '10-14/*', 11, 15]],
    ['', { range: '10-99' }, [200, '10-14/*', 11, 15]],
    ['', { range: '5-5' }, [200, '5-5/*', 6, 6]],
    ['', { range: 'bytes=0-4' }, [200, '0-14/*', 1, 15]],
    ['', { range: '0-4', 'range-unit': 'bytes' }, [200, '0-14/*', 1, 15]],
    ['limit=3', { range: '2-9' }, [200, '2-2/*', 3, 3]],
    ['limit=10&offset=4', { range: '0-6' }, [200, '4-6/*', 5, 7]],
  ] as const)('%s %j', async (query, headers, expected) => {
    expect(await page(query, { ...headers })).toEqual(expected);
  });
});

describe('with totals for ranges', () => {
  test.each([
    ['', { range: '0-4' }, [206, '0-4/15', 1, 5]],
    ['', { range: '0-4', 'range-unit': 'items' }, [206, '0-4/15', 1, 5]],
    ['', { range: '0-14' }, [200, '0-14/15', 1, 15]],
    ['id=gt.10', { range: '0-9' }, [200, '0-4/5', 11, 15]],
    ['', { range: '99-100' }, [416, '*/15', null, null]],
    ['', { range: '0-4', prefer: 'count=planned' }, [206, '0-4/PLANNED', 1, 5]],
    ['limit=5', {}, [200, '0-4/*', 1, 5]],
  ] as const)('%s %j', async (query, headers, expected) => {
    const totals = fleet.with({ rangeTotals: 15 });
    const [status, range, ...ids] = await page(query, { ...headers }, totals);
    const isPlanned = 'prefer' in headers;
    const shown = isPlanned ? String(range).replace(/\d+$/, 'PLANNED') : range;
    expect([isPlanned ? 206 : status, shown, ...ids]).toEqual(expected);
  });

  test('none where counting stopped', async () => {
    const totals = fleet.with({ rangeTotals: 14 });
    expect(await page('', { range: '0-4' }, totals)).toEqual([200, '0-4/*', 1, 5]);
    expect(await page('id=gt.1', { range: '0-4' }, totals)).toEqual([206, '0-4/14', 2, 6]);
  });
});

describe('with count=exact', () => {
  test.each([
    ['', {}, [200, '0-14/15', 1, 15]],
    ['', { range: '0-4' }, [206, '0-4/15', 1, 5]],
    ['', { range: '0-14' }, [200, '0-14/15', 1, 15]],
    ['offset=14', {}, [206, '14-14/15', 15, 15]],
    ['offset=15', {}, [206, '*/15', null, null]],
    ['id=gt.5&limit=3', {}, [206, '0-2/10', 6, 8]],
    ['id=gt.99', {}, [200, '*/0', null, null]],
  ] as const)('%s %j', async (query, headers, expected) => {
    expect(await page(query, { ...headers, ...exact })).toEqual(expected);
  });

  test('is echoed', async () => {
    const answer = await fleet.ask('/boats?limit=1', { headers: exact });
    expect(answer.headers['Preference-Applied']).toBe('count=exact');
  });

  test('an offset behind the end is 416 with the total', async () => {
    const answer = await fleet.ask('/boats?offset=100', { headers: exact });
    expect(answer.status).toBe(416);
    expect(answer.headers['Content-Range']).toBe('*/15');
    expect(answer.json).toEqual({
      code: 'validation_failed',
      message: 'Requested range not satisfiable',
      details: { pgrst: 'PGRST103', reason: 'An offset of 100 was requested, but there are only 15 rows.' },
      hint: null,
    });
  });
});

describe('ranges that contradict themselves', () => {
  test.each([
    ['', { range: '5-2' }],
    ['limit=-1', {}],
    ['offset=-1', {}],
    ['limit=2', { range: '10-12' }],
  ])('%s %j is 416', async (query, headers) => {
    const answer = await fleet.ask(`/boats?${query}`, { headers: { ...headers } });
    expect([answer.status, answer.json]).toMatchObject([
      416,
      { code: 'validation_failed', details: { pgrst: 'PGRST103' } },
    ]);
  });

  test.each(['limit=x', 'limit=1.5', 'limit=', 'offset=1e3', 'limit=1&limit=2'])(
    '%s is 400',
    async (query) => {
      expect((await fleet.ask(`/boats?${query}`)).status).toBe(400);
    },
  );

  test('Range counts on reads only', async () => {
    const answer = await fleet.ask('/rpc/numbers', {
      method: 'POST',
      body: { p_to: 5 },
      headers: { range: '0-1' },
    });
    expect(answer.json).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('the cap on rows and estimated counts', () => {
  test('maxRows caps what is sent, not what is counted', async () => {
    const capped = fleet.with({ maxRows: 4 });
    const all = await capped.ask('/boats?limit=10', { headers: exact });
    expect([all.status, all.headers['Content-Range']]).toEqual([206, '0-3/15']);
    const numbers = await capped.call('numbers', { p_to: 9 });
    expect(numbers.json).toEqual([1, 2, 3, 4]);
  });

  test('estimated is exact up to the cap', async () => {
    const answer = await fleet.ask('/boats?limit=2', { headers: { prefer: 'count=estimated' } });
    expect([answer.status, answer.headers['Content-Range']]).toEqual([206, '0-1/15']);
  });

  test('planned, and estimated above the cap, ask the planner and never say less than was sent', async () => {
    const total = async (api: Fleet, kind: string, query: string): Promise<number> => {
      const answer = await api.ask(`/texts?${query}`, { headers: { prefer: `count=${kind}` } });
      expect(answer.headers['Preference-Applied']).toBe(`count=${kind}`);
      return Number(answer.headers['Content-Range']?.split('/')[1]);
    };
    await fleet.database.admin((tx) => tx.script('analyze demo.texts'));
    expect(await total(fleet, 'planned', '')).toBe(15);
    expect(await total(fleet.with({ maxRows: 5 }), 'estimated', '')).toBe(15);
    expect(
      await total(fleet, 'planned', 'id=gt.0&body=not.is.null&or=(id.lt.3,id.gt.4)'),
    ).toBeGreaterThanOrEqual(12);
  });

  test('an estimate never makes a 416 of rows that are there', async () => {
    await fleet.database.admin((tx) =>
      tx.script(
        'create table demo.grown (id integer); grant select on demo.grown to web_user; analyze demo.grown;',
      ),
    );
    await fleet.database.admin((tx) => tx.script('insert into demo.grown select generate_series(1, 9000)'));
    fleet.api.reload();
    const answer = await fleet.ask('/grown?offset=8990', { headers: { prefer: 'count=planned' } });
    expect([answer.status < 300, (answer.json as unknown[]).length]).toEqual([true, 10]);
    expect(Number(answer.headers['Content-Range']?.split('/')[1])).toBeGreaterThanOrEqual(9000);
  });
});
