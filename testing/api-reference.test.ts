import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentSchema, toGroups } from '#src/features/api/api-document.ts';
import { LANGUAGES } from '#src/features/api/api-search.ts';
import { snippet } from '#src/features/api/api-snippets.ts';
import { readOperation, type ApiOperation } from '#src/features/api/operation-detail.ts';
import { openTestApp, type SignedIn, type TestApp } from './test-app.ts';

let t: TestApp;
let me: SignedIn;
let all: ApiOperation[];
beforeAll(async () => {
  t = await openTestApp();
  me = await t.signIn();
  const response = await t.app.inject({ url: '/api/openapi.json', headers: me.bearer });
  const document = documentSchema.parse(response.json());
  all = toGroups(document).flatMap((group) => group.operations.map((each) => readOperation(document, each)));
});
afterAll(() => t.close());

describe('the API page’s view of this server', () => {
  it('has a heading, a type for every field and a call in each language for every operation', () => {
    expect(all.length).toBeGreaterThan(60);
    for (const operation of all) {
      for (const field of [...operation.parameters, ...operation.body, ...operation.columns])
        expect(field.type, `${operation.id} ${field.name}`).toBeTruthy();
      for (const language of LANGUAGES) {
        const text = snippet(language, operation, 'https://bench.example.org/api');
        expect(text).toContain('https://bench.example.org');
        expect(text).not.toMatch(/undefined|\[object/);
      }
    }
  });

  it('names the units of figures and the columns of views', () => {
    const results = all.find(({ id }) => id === 'read_v_benchmark_results');
    expect(results?.columns.find(({ name }) => name === 'ttft_p50_ms')).toMatchObject({
      type: 'number or null',
      unit: 'ms',
    });
    expect(results?.parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['select', 'order', 'limit', 'offset', 'Range']),
    );
  });

  it('shows nothing that a plain GET of the page’s curl line would not find', async () => {
    const reads = all.filter(({ id }) => id.startsWith('read_'));
    for (const read of reads) {
      const [, url = ''] =
        /'(https:[^']+)'/.exec(snippet('curl', read, 'https://bench.example.org/api')) ?? [];
      const { pathname, search } = new URL(url);
      const response = await t.app.inject({ url: `${pathname}${search}`, headers: me.bearer });
      expect(response.statusCode, url).toBe(200);
    }
  });
});
