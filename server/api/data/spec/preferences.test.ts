import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTestDatabase } from '#testing/database.ts';
import { Fleet } from './fleet.ts';

let fleet: Fleet;
let dock: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open(openTestDatabase);
  dock = fleet.with({ schemas: ['dock', 'demo'] });
});
afterAll(() => fleet.close());

test('timezone is that of the transaction; one that is none is ignored, or refused when strict', async () => {
  const ask = (prefer: string) => dock.ask('/rpc/clock', { headers: { prefer } });
  const there = await ask('timezone=America/Los_Angeles');
  expect([there.json, there.headers['Preference-Applied']]).toEqual([
    'America/Los_Angeles',
    'timezone=America/Los_Angeles',
  ]);
  expect((await ask('timezone=Nowhere/Land')).json).toBe('UTC');
  expect(await ask('handling=strict, timezone=Nowhere/Land')).toMatchObject({
    status: 400,
    json: { details: { pgrst: 'PGRST122' } },
  });
});

test('nulls=stripped leaves members out that are null', async () => {
  const accept = 'application/vnd.pgrst.array+json;nulls=stripped';
  const rows = await dock.ask('/berths?select=id,notes&id=eq.3', { headers: { accept } });
  expect([rows.body, rows.headers['Content-Type']]).toEqual([
    '[{"id":3}]',
    'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
  ]);
  const one = await dock.ask('/berths?select=id,notes&id=eq.3', {
    headers: { accept: 'application/vnd.pgrst.object+json;nulls=stripped' },
  });
  expect(one.body).toBe('{"id":3}');
  const two = await dock.ask('/berths', {
    headers: { accept: 'application/vnd.pgrst.object+json;nulls=stripped' },
  });
  expect(two.status).toBe(406);
});

describe('several schemas', () => {
  test('are chosen by the profile of reads and of writes, and named in the answer', async () => {
    const first = await dock.ask('/berths?id=eq.1&select=id');
    expect([first.status, first.headers['Content-Profile']]).toEqual([200, 'dock']);
    const demo = await dock.ask('/ports', { headers: { 'accept-profile': 'demo' } });
    expect([demo.json, demo.headers['Content-Profile']]).toEqual([
      [{ code: 'A', title: 'Aberdeen' }],
      'demo',
    ]);
    expect((await dock.ask('/ports')).status).toBe(404);
    const call = await dock.call('add', { a: 1 }, { headers: { 'content-profile': 'demo' } });
    expect(call.json).toBe(11);
    expect((await dock.call('add', { a: 1 }, { headers: { 'accept-profile': 'demo' } })).status).toBe(404);
  });
});

describe('what a function says about its answer', () => {
  test('response.status and response.headers', async () => {
    const answer = await dock.ask('/rpc/teapot');
    expect([answer.status, answer.json, answer.headers['X-Tea'], answer.headers['Cache-Control']]).toEqual([
      418,
      'short and stout',
      'earl grey',
      'max-age=5',
    ]);
  });

  test('never headers of the transport', async () => {
    const headers =
      '[{"Set-Cookie": "a=b"}, {"Content-Length": "1"}, {"X-Bad": "two\\nlines"}, {"X-Good": "1"}]';
    const answer = await dock.call('teapot', { p_status: '201', p_headers: headers });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.headers).sort()).toEqual(
      ['Content-Profile', 'Content-Range', 'Content-Type', 'Range-Unit', 'X-Good', 'X-Request-Id'].sort(),
    );
  });

  test.each([
    [{ p_status: 'often' }, 'PGRST112'],
    [{ p_headers: 'nonsense' }, 'PGRST111'],
    [{ p_headers: '{"a": "b"}' }, 'PGRST111'],
  ])('%o is its own fault', async (args, pgrst) => {
    const answer = await dock.call('teapot', args);
    expect([answer.status, answer.json]).toMatchObject([500, { details: { pgrst } }]);
  });
});

describe('one unnamed argument', () => {
  test('is the whole body', async () => {
    expect((await dock.call('depth_of', { depth: { m: 4 } })).json).toBe('4');
    expect((await dock.call('depth_of', [1, 2])).json).toBeNull();
    expect((await dock.ask('/rpc/depth_of?depth=1')).status).toBe(404);
  });
});

describe('test mode', () => {
  test('shows the plan of a statement, and runs nothing for good', async () => {
    const testing = fleet.with({ schemas: ['dock'], testMode: { anonymousRole: 'web_user' } });
    const text = await testing.ask('/berths?id=eq.1', { headers: { accept: 'application/vnd.pgrst.plan' } });
    expect([text.status, text.headers['Content-Type']]).toEqual([
      200,
      'application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8',
    ]);
    expect(text.body).toMatch(/Aggregate {2}\(cost=/);
    const accept =
      'application/vnd.pgrst.plan+json; for="application/json"; options=analyze|verbose|buffers;';
    const headers = { accept, prefer: 'return=representation' };
    const plan = await testing.ask('/berths?id=eq.1', { method: 'DELETE', headers });
    expect(plan.json).toMatchObject([{ Plan: { 'Node Type': expect.any(String) as string } }]);
    expect((await testing.ask('/berths?id=eq.1')).json).toHaveLength(1);
    const refused = await dock.ask('/berths', { headers: { accept } });
    expect(refused.status).toBe(406);
  });

  test('Server-Timing is there when asked for', async () => {
    const timed = await fleet.with({ serverTiming: true }).ask('/ports');
    expect(timed.headers['Server-Timing']).toMatch(/^parse;dur=[\d.]+, plan;dur=.*transaction;dur=/);
    expect((await fleet.ask('/ports')).headers['Server-Timing']).toBeUndefined();
  });
});
