import { expect, test } from 'vitest';

import type { ApiRequest, RawRequest } from './parse/api-request.ts';
import type { Plan } from './plan/plan.ts';
import { ReadMemo } from './read-memo.ts';
import type { RoleSchema } from './schema-model.ts';

const read = (rawUrl: string, headers: Record<string, string> = {}): RawRequest => ({
  method: 'GET',
  rawUrl,
  headers,
});
/** Objects are told apart by who they are, not by what they hold. */
const newRequest = (): ApiRequest => ({}) as ApiRequest;
const newPlan = (): Plan => ({}) as Plan;
const newSchema = (): RoleSchema => ({}) as RoleSchema;

test('the same read is parsed once, and another address, header or method is another read', () => {
  const memo = new ReadMemo();
  let parsed = 0;
  const ask = (raw: RawRequest): ApiRequest => memo.request(raw, () => ((parsed += 1), newRequest()));
  const first = ask(read('/boats?id=eq.1', { accept: 'application/json', authorization: 'one' }));
  expect(ask(read('/boats?id=eq.1', { accept: 'application/json', authorization: 'two' }))).toBe(first);
  expect(parsed).toBe(1);
  for (const other of [
    read('/boats?id=eq.2', { accept: 'application/json' }),
    read('/boats?id=eq.1', { accept: 'text/csv' }),
    read('/boats?id=eq.1', { accept: 'application/json', prefer: 'count=exact' }),
    read('/boats?id=eq.1', { accept: 'application/json', range: '0-4' }),
    read('/boats?id=eq.1', { accept: 'application/json', 'accept-profile': 'b' }),
    { ...read('/boats?id=eq.1', { accept: 'application/json' }), method: 'HEAD' },
  ])
    expect(ask(other)).not.toBe(first);
  const write = { ...read('/boats'), method: 'PATCH' };
  expect(ask(write)).not.toBe(ask(write));
});

test('a request that is refused is refused again, and the oldest of too many is forgotten', () => {
  const memo = new ReadMemo();
  const refuse = (): ApiRequest => {
    throw new Error('refused');
  };
  expect(() => memo.request(read('/bad'), refuse)).toThrow('refused');
  expect(() => memo.request(read('/bad'), refuse)).toThrow('refused');
  const first = memo.request(read('/0'), newRequest);
  for (let n = 1; n < 500; n += 1) memo.request(read(`/${n}`), newRequest);
  expect(memo.request(read('/0'), refuse)).toBe(first);
  memo.request(read('/500'), newRequest);
  expect(memo.request(read('/0'), refuse)).toBe(first);
  expect(() => memo.request(read('/1'), refuse)).toThrow('refused');
});

test('a plan belongs to the schema that it was made for', () => {
  const memo = new ReadMemo();
  const request = newRequest();
  const [before, after] = [newSchema(), newSchema()];
  const plan = memo.plan(request, before, newPlan);
  expect(memo.plan(request, before, newPlan)).toBe(plan);
  expect(memo.plan(request, after, newPlan)).not.toBe(plan);
});
