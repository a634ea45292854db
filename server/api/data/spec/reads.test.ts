import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTestDatabase } from '#testing/database.ts';
import { Fleet } from './fleet.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open(openTestDatabase);
});
afterAll(() => fleet.close());

describe('select', () => {
  test('columns, aliases and their order', async () => {
    const answer = await fleet.ask('/boats?select=name,nr:id,length_m&id=eq.1');
    expect(answer.status).toBe(200);
    expect(answer.body).toBe('[{"name":"Albatross 1","nr":1,"length_m":5.50}]');
    expect(answer.headers['Content-Type']).toBe('application/json; charset=utf-8');
  });

  test('no select, an empty one and * give every column that the role may read', async () => {
    const columns = ['id', 'name', 'length_m', 'crew', 'is_afloat', 'mood', 'tags', 'built', 'note', 'owner'];
    for (const query of ['', 'select=&', 'select=*&', 'select=*,id&']) {
      const answer = await fleet.ask(`/boats?${query}id=eq.1`);
      expect(Object.keys((answer.json as object[])[0] ?? {})).toEqual(columns);
    }
  });

  test('a missing value is null', async () => {
    expect((await fleet.ask('/boats?select=crew&id=eq.5')).body).toBe('[{"crew":null}]');
  });

  test('quoted names may hold anything', async () => {
    const odd = encodeURIComponent('odd "names"');
    const query = encodeURIComponent('"select","a.b",sp ace,"quo\\"te",$1,_page,_source,_value');
    const answer = await fleet.ask(
      `/${odd}?select=${query}&order=${encodeURIComponent('"a.b".desc')}&%22a.b%22=eq.dot`,
    );
    expect(answer.json).toEqual([
      {
        select: 's',
        'a.b': 'dot',
        'sp ace': 'space',
        'quo"te': 'quote',
        $1: 'dollar',
        _page: 'page',
        _source: 'source',
        _value: 'value',
      },
    ]);
  });

  test('an alias that is a name of our own SQL changes nothing', async () => {
    const answer = await fleet.ask('/boats?select=_page:id,_source:name,total:crew,body:id&id=eq.1', {
      headers: { prefer: 'count=exact' },
    });
    expect(answer.body).toBe('[{"_page":1,"_source":"Albatross 1","total":1,"body":1}]');
    expect(answer.headers['Content-Range']).toBe('0-0/1');
  });

  test.each([
    ['select=id,', '"select" cannot be read at character 4: a column name expected.'],
    ['select=name::regclass', 'a type such as text'],
    ['select=id.sum', 'an aggregate such as sum()'],
    ['select=id.count()', 'aggregate functions is not allowed'],
    ['select=note->', 'a column name expected'],
    ['select=a:id,a:name', 'gives two columns the name "a"'],
    ['select=id&select=name', '"select" is given twice.'],
  ])('%s is refused', async (query, message) => {
    const answer = await fleet.ask(`/boats?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining(message) as string,
    });
  });
});

describe('order', () => {
  async function order(text: string): Promise<unknown[]> {
    const answer = await fleet.ask(`/boats?select=id,crew&id=lte.6&order=${text}`);
    expect(answer.status, answer.body).toBe(200);
    return (answer.json as { id: number }[]).map((row) => row.id);
  }

  // crew of boats 1 to 6: 1, 2, 3, 0, null, 2.
  test.each([
    ['id.desc', [6, 5, 4, 3, 2, 1]],
    ['id', [1, 2, 3, 4, 5, 6]],
    ['crew.asc,id.desc', [4, 1, 6, 2, 3, 5]],
    ['crew.desc,id.asc', [5, 3, 2, 6, 1, 4]],
    ['crew.desc.nullslast,id', [3, 2, 6, 1, 4, 5]],
    ['crew.nullsfirst,id', [5, 4, 1, 2, 6, 3]],
    ['crew.asc.nullsfirst,id', [5, 4, 1, 2, 6, 3]],
  ])('%s', async (text, expected) => {
    expect(await order(text)).toEqual(expected);
  });

  test.each(['id.down', 'id.asc.desc', 'id.nullsfirst.asc', 'id,', 'id;drop', 'id asc'])(
    '%s is refused',
    async (text) => {
      const answer = await fleet.ask(`/boats?order=${encodeURIComponent(text)}`);
      expect([400, 404]).toContain(answer.status);
    },
  );
});

describe('media', () => {
  test('one object', async () => {
    const accept = { accept: 'application/vnd.pgrst.object+json' };
    const one = await fleet.ask('/boats?select=id&id=eq.2', { headers: accept });
    expect([one.status, one.body]).toEqual([200, '{"id":2}']);
    expect(one.headers['Content-Type']).toBe('application/vnd.pgrst.object+json; charset=utf-8');
    for (const [query, rows] of [
      ['id=eq.99', 0],
      ['id=in.(1,2)', 2],
    ] as const) {
      const answer = await fleet.ask(`/boats?select=id&${query}`, { headers: accept });
      expect(answer.status).toBe(406);
      expect(answer.json).toMatchObject({
        code: 'validation_failed',
        details: { pgrst: 'PGRST116', reason: `The result contains ${rows} rows` },
      });
    }
  });

  test('CSV quotes what needs it, tells null from empty and disarms formulas', async () => {
    const csv = { accept: 'text/csv' };
    const texts = await fleet.ask(
      '/texts?select=id,"x,y":body&order=id&id=in.(1,2,7,8,9,11,14)'.replaceAll('"', '%22'),
      { headers: csv },
    );
    expect(texts.headers['Content-Type']).toBe('text/csv; charset=utf-8');
    expect(texts.body).toBe(
      ['id,"x,y"', '1,"a,b"', '2,"q""x"', "7,it's", '8,""', '9,', "11,'=1+1", '14,"two\nlines"'].join('\n'),
    );
    const none = await fleet.ask('/texts?select=id,body&id=eq.0', { headers: csv });
    expect(none.body).toBe('id,body');
  });

  test('Accept is weighed; what cannot be made is 406', async () => {
    const browser = await fleet.ask('/boats?id=eq.1', {
      headers: { accept: 'text/html,application/xml;q=0.9,*/*;q=0.8' },
    });
    expect(browser.headers['Content-Type']).toContain('application/json');
    const weighed = await fleet.ask('/boats?id=eq.1', {
      headers: { accept: 'application/json;q=0.5, text/csv' },
    });
    expect(weighed.headers['Content-Type']).toContain('text/csv');
    const refused = await fleet.ask('/boats', { headers: { accept: 'image/png' } });
    expect([refused.status, refused.json]).toMatchObject([
      406,
      { code: 'validation_failed', details: { pgrst: 'PGRST107' } },
    ]);
  });
});

describe('methods and paths', () => {
  test('HEAD has the headers of GET and no body', async () => {
    const headers = { prefer: 'count=exact' };
    const get = await fleet.ask('/boats?limit=4', { headers });
    const head = await fleet.ask('/boats?limit=4', { method: 'HEAD', headers });
    expect(head.status).toBe(206);
    expect(head.headers).toEqual(get.headers);
    expect(head.body).toBe('');
    const missing = await fleet.ask('/nothing', { method: 'HEAD' });
    expect([missing.status, missing.body]).toEqual([404, '']);
  });

  test('OPTIONS says what the role can do', async () => {
    const allow = async (path: string): Promise<string | undefined> =>
      (await fleet.ask(path, { method: 'OPTIONS' })).headers['Allow'];
    expect(await allow('/boats')).toBe('OPTIONS, GET, HEAD, PATCH');
    expect(await allow('/fleet_size')).toBe('OPTIONS, GET, HEAD');
    expect(await allow('/ports')).toBe('OPTIONS, GET, HEAD');
    expect(await allow('/logbook')).toBe('OPTIONS, POST');
    expect(await allow('/rpc/add')).toBe('OPTIONS, GET, HEAD, POST');
    expect(await allow('/rpc/visit')).toBe('OPTIONS, POST');
  });

  test.each([
    ['GET', '/logbook'],
    ['DELETE', '/fleet_size'],
    ['PATCH', '/fleet_size'],
    ['TRACE', '/boats'],
  ])('%s %s is 405 with Allow', async (method, path) => {
    const answer = await fleet.ask(path, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers['Allow']).toContain('OPTIONS');
    expect(answer.json).toMatchObject({ code: 'validation_failed', details: { pgrst: 'PGRST117' } });
  });

  test.each([
    ['POST', '/boats'],
    ['PUT', '/boats?id=eq.1'],
    ['DELETE', '/boats?id=eq.1'],
  ])('%s %s without the right is 403', async (method, path) => {
    const answer = await fleet.ask(path, { method, body: { name: 'x' } });
    expect([answer.status, answer.json]).toMatchObject([403, { code: 'forbidden' }]);
  });

  test.each(['/', '', '/boats/1', '/rpc', '/rpc/', '/rpc/add/1', '/nothing'])('%s is 404', async (path) => {
    expect(await fleet.ask(path)).toMatchObject({ status: 404, json: { code: 'not_found' } });
  });

  test('the schema is chosen by profile, among the exposed ones only', async () => {
    const good = await fleet.ask('/boats?id=eq.1', { headers: { 'accept-profile': 'demo' } });
    expect(good.status).toBe(200);
    const bad = await fleet.ask('/boats', { headers: { 'accept-profile': 'core' } });
    expect([bad.status, bad.json]).toMatchObject([
      406,
      { details: { pgrst: 'PGRST106', schemas: ['demo'] } },
    ]);
  });

  test('strict handling refuses unknown preferences; lenient ignores them', async () => {
    const strict = await fleet.ask('/boats', { headers: { prefer: 'handling=strict, foo=bar' } });
    expect([strict.status, strict.json]).toMatchObject([
      400,
      { details: { pgrst: 'PGRST122', unknown: ['foo=bar'] } },
    ]);
    expect((await fleet.ask('/boats', { headers: { prefer: 'foo=bar' } })).status).toBe(200);
  });
});
