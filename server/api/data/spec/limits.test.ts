import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase } from '#testing/database.ts';
import { Fleet } from './fleet.ts';

let fleet: Fleet;
beforeAll(async () => {
  const open = await Fleet.open(openTestDatabase);
  fleet = open.with({
    limits: {
      maxUrlLength: 200,
      maxUrlBrackets: 4,
      maxFilters: 3,
      maxInItems: 3,
      maxLogicDepth: 2,
      maxSelectItems: 3,
      maxOrderTerms: 2,
      maxOffset: 20,
      maxBodyBytes: 100,
    },
  });
});
afterAll(() => fleet.close());

test.each([
  [`/boats?name=eq.${'x'.repeat(186)}`, 'maxUrlLength', 201, 200],
  ['/boats?name=eq.[[&name=in.("[%7B","[")', 'maxUrlBrackets', 5, 4],
  ['/boats?id=gt.1&id=gt.2&or=(id.eq.3,id.eq.4)', 'maxFilters', 4, 3],
  ['/boats?id=in.(1,2,3,4)', 'maxInItems', 4, 3],
  ['/boats?or=(and(or(id.eq.1)))', 'maxLogicDepth', 3, 2],
  ['/boats?select=id,name,crew,owner', 'maxSelectItems', 4, 3],
  ['/boats?order=id,name,crew', 'maxOrderTerms', 3, 2],
  ['/boats?offset=21', 'maxOffset', 21, 20],
  ['/rpc/add?a=1&b=2&c=3&d=4', 'maxFilters', 4, 3],
])('%s', async (url, limit, value, max) => {
  const answer = await fleet.ask(url);
  expect(answer.status, answer.body).toBe(400);
  expect(answer.json).toMatchObject({
    code: 'validation_failed',
    message: expect.stringMatching(new RegExp(`${value} .*at most ${max}`)) as string,
    details: { limit, value, max },
  });
});

test('the limits themselves are allowed', async () => {
  for (const query of [
    'id=gt.1&id=gt.2&id=gt.3',
    'id=in.(1,2,3)',
    'or=(and(id.eq.1))',
    'select=id,name,crew',
    'order=id,name',
    'offset=20',
  ]) {
    expect((await fleet.ask(`/boats?${query}`)).status).toBe(200);
  }
});

test('offset through Range, and the body in bytes', async () => {
  expect((await fleet.ask('/boats', { headers: { range: '21-30' } })).json).toMatchObject({
    details: { limit: 'maxOffset' },
  });
  const body = await fleet.call('joined', { parts: ['é'.repeat(45)] });
  expect(body.json).toMatchObject({ details: { limit: 'maxBodyBytes', value: 104, max: 100 } });
});

test('depth of the body, brackets in strings not counted', async () => {
  const open = fleet.with({});
  const nested = (depth: number): string => `{"p_json":${'['.repeat(depth)}"[[{\\"[["${']'.repeat(depth)}}`;
  expect((await open.call('echo', nested(99))).status).toBe(200);
  expect((await open.call('echo', nested(100))).json).toMatchObject({
    details: { limit: 'maxBodyDepth', value: 101 },
  });
  expect((await open.call('echo', nested(100_000))).status).toBe(400);
  // A string of megabytes is one string, however many characters are escaped in it.
  const roomy = fleet.with({ limits: { maxBodyBytes: 40_000_000 } });
  const long = `{"p_json":"${'x'.repeat(20_000_000)}${'\\\\'.repeat(10)}","more":${'['.repeat(101)}`;
  expect((await roomy.call('echo', long)).json).toMatchObject({
    details: { limit: 'maxBodyDepth', value: 102 },
  });
});

test('embedded rows are measured while they are made, at every depth and in every shape', async () => {
  const small = fleet.with({ limits: { maxAnswerBytes: 300 } });
  const wide = fleet.with({});
  for (const query of [
    // Rows of a page, each small; rows within one row; a spread of them; a change of none of them.
    '/harbours?select=code,voyages!voyages_from(*)',
    '/harbours?select=code,voyages!voyages_from(id,boats(name,voyages(id,boats(name,voyages(id)))))',
    '/harbours?select=code,...voyages!voyages_from(id,boats(name,voyages(id,boats(name,voyages(id)))))',
  ]) {
    expect((await wide.ask(query)).status, query).toBe(200);
    const answer = await small.ask(query);
    expect(answer.status, `${query}: ${answer.body}`).toBe(400);
    expect(answer.json).toMatchObject({
      code: 'validation_failed',
      message: expect.stringMatching(
        /^The request has \d+ bytes of answer .*at most 300 are allowed/,
      ) as string,
      details: { limit: 'maxAnswerBytes', max: 300 },
    });
  }
  expect((await small.ask('/harbours?select=code,voyages!voyages_from(id)&limit=1')).status).toBe(200);
  // A client cannot make the words up.
  expect((await wide.ask('/boats?id=eq.answer_too_large%205')).json).toMatchObject({
    details: { pgcode: '22P02' },
  });
});

test('eight million embedded rows are given up long before they are made', async () => {
  await fleet.database.admin((tx) =>
    tx.script(
      `insert into core.voyages (id, boat_id, from_code) select 1000 + n, 1, 'A' from generate_series(1, 200) n;
       analyze core.voyages`,
    ),
  );
  // Each of the outermost rows holds half a megabyte: more than the first few are never made, else this runs out of time.
  const wide = fleet.with({ maxRows: 1_000, limits: { maxAnswerBytes: 2_000_000 } });
  const answer = await wide.ask('/boats?id=eq.1&select=voyages(id,boats(voyages(id,boats(voyages(id)))))');
  expect(answer.status, answer.body.slice(0, 200)).toBe(400);
  expect(answer.json).toMatchObject({ details: { limit: 'maxAnswerBytes', max: 2_000_000 } });
  const { value } = (answer.json as { details: { value: number } }).details;
  expect(value).toBeLessThan(3_000_000);
  await fleet.database.admin((tx) => tx.script('delete from core.voyages where id > 1000'));
}, 30_000);
