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
