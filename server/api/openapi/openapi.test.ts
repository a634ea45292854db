import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { METRICS } from '#contract/metrics.ts';
import { ALL_RPCS, HTTP_RPCS } from '#contract/rpc/all.ts';
import { ALL_VIEWS } from '#contract/views/all.ts';
import { openTestApp, type SignedIn, type TestApp } from '#testing/test-app.ts';
import type { JsonSchema } from './json-schema.ts';

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  security?: unknown[];
  parameters?: { name?: string; in?: string; required?: boolean; example?: unknown; $ref?: string }[];
  requestBody?: { content: Record<string, { schema: JsonSchema; example?: unknown }> };
  responses: Record<
    string,
    { $ref?: string; content?: Record<string, { example?: unknown; examples?: unknown }> }
  >;
}
interface Document {
  openapi: string;
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, unknown> };
}

let t: TestApp;
let me: SignedIn;
let text: string;
let document: Document;
beforeAll(async () => {
  t = await openTestApp();
  me = await t.signIn();
  const response = await t.app.inject({ url: '/api/openapi.json', headers: me.bearer });
  expect(response.statusCode).toBe(200);
  text = response.body;
  document = response.json();
});
afterAll(() => t.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'servers')
      .map(([method, operation]) => ({ path, method, operation })),
  );
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const names = async (sql: string) =>
  (await t.db.admin((tx) => tx.query<{ name: string }>(sql))).rows.map(({ name }) => name).sort();

describe('GET /api/openapi.json', () => {
  it('needs the token of an account', async () => {
    expect((await t.app.inject({ url: '/api/openapi.json' })).statusCode).toBe(401);
  });

  it('is valid OpenAPI 3.0 by an independent validator, references included', async () => {
    const validator = new Validator();
    const result = await validator.validate(JSON.parse(text) as Record<string, unknown>);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.0');
    expect(document.openapi).toBe('3.0.3');
    for (const [, reference] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      let target: unknown = document;
      for (const part of (reference ?? '').split('/')) target = (target as Record<string, unknown>)[part];
      expect(target, reference).toBeTypeOf('object');
    }
  });

  it('holds every view and procedure of the database, and nothing that is not there', async () => {
    const views = await names(
      `select relname as name from pg_class where relnamespace = 'api'::regnamespace and relkind in ('v', 'r', 'm', 'p')`,
    );
    const functions = await names(
      `select proname as name from pg_proc where pronamespace = 'api'::regnamespace`,
    );
    const read = operations().filter(({ operation }) => operation.operationId.startsWith('read_'));
    expect(read.map(({ path }) => path.slice(1)).sort()).toEqual(views);
    const called = Object.keys(document.paths).filter((path) => path.startsWith('/rpc/'));
    const answeredHere = HTTP_RPCS.map(({ name }) => name);
    expect(called.map((path) => path.slice(5)).sort()).toEqual([...functions, ...answeredHere].sort());
  });

  it('holds every other route of the server', () => {
    for (const path of [
      '/health',
      '/version',
      '/auth/sign-in',
      '/auth/tokens/{id}',
      '/jobs/{jobId}/logs.txt',
      '/jobs/{jobId}/sut.csv',
      '/packages/',
      '/packages/{filename}',
      '/scripts/worker-startup.sh',
      '/scripts/restic-restore.sh',
      '/onboarding/bootstrap',
      '/openapi.json',
      '/downloads/bench-llm',
    ])
      expect(document.paths).toHaveProperty([path]);
    expect(document.paths).not.toHaveProperty(['/benchmark_results']);
  });

  it('names each operation once, under a heading there is, with a summary and its errors', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const { path, method, operation } of operations()) {
      expect(operation.summary, `${method} ${path} needs a summary: config.doc of its route`).not.toMatch(
        /^(?:[A-Z]+ \/|$)/,
      );
      expect(tags, `${method} ${path}`).toContain(operation.tags[0]);
      const isPublic = operation.security?.length === 0;
      const expected = isPublic
        ? ['400', '401', '404', '429', '500', '503']
        : ['400', '401', '403', '404', '429', '500', '503'];
      expect(Object.keys(operation.responses), `${method} ${path}`).toEqual(expect.arrayContaining(expected));
    }
  });

  it('says what a token is needed for', () => {
    const open = operations().filter(({ operation }) => operation.security?.length === 0);
    expect(open.map(({ path }) => path).sort()).toEqual(
      expect.arrayContaining(['/auth/link', '/auth/sign-in', '/health', '/version']),
    );
    expect(document.paths['/packages/']?.['get']?.security).toBeUndefined();
  });

  it('gives an example of every body and every answer in JSON', () => {
    for (const { path, method, operation } of operations()) {
      for (const [status, answer] of Object.entries(operation.responses)) {
        for (const [type, content] of Object.entries(answer.content ?? {})) {
          if (type === 'application/json' && path !== '/openapi.json')
            // Codes that share a status have an example each.
            expect(content.example ?? content.examples, `${method} ${path} ${status}`).toBeDefined();
        }
      }
      for (const content of Object.values(operation.requestBody?.content ?? {}))
        expect(content.example, `${method} ${path}`).toBeDefined();
    }
  });

  it.each(ALL_RPCS.map((rpc) => [rpc.name, rpc.params as z.ZodType, rpc.returns as z.ZodType] as const))(
    'the examples of %s are what its contract takes and gives',
    (name, params, returns) => {
      const operation = document.paths[`/rpc/${name}`]?.['post'];
      const body = operation?.requestBody?.content['application/json']?.example;
      expect(params.safeParse(body ?? {}).error?.issues ?? []).toEqual([]);
      const answer = operation?.responses['200']?.content?.['application/json']?.example;
      expect(returns.safeParse(answer).error?.issues ?? []).toEqual([]);
    },
  );

  it.each(ALL_VIEWS.map((view) => [view.name, view.row as z.ZodType] as const))(
    'the example row of %s is one of its contract',
    (name, row) => {
      const content = document.paths[`/${name}`]?.['get']?.responses['200']?.content?.['application/json'];
      expect(row.array().length(1).safeParse(content?.example).error?.issues ?? []).toEqual([]);
    },
  );

  it('gives columns their units, and filters their names', () => {
    const row = document.components.schemas['v_benchmark_results'];
    expect(row?.properties?.['ttft_p50_ms']?.['x-unit']).toBe('ms');
    expect(row?.properties?.['tokens_per_sec']?.['x-unit']).toBe(METRICS.tokens_per_sec.unit);
    const parameters = document.paths['/v_benchmark_results']?.['get']?.parameters ?? [];
    expect(parameters.map(({ name }) => name)).toContain('job_id');
    expect(parameters.map(({ $ref }) => $ref)).toContain('#/components/parameters/Range');
  });

  it('requires of a body what the database requires', () => {
    const schema =
      document.paths['/rpc/create_bench_llm_job']?.['post']?.requestBody?.content['application/json']?.schema;
    expect(schema?.required).toEqual([
      'p_owner_account_id',
      'p_project_name',
      'p_job_name',
      'p_framework_code',
      'p_version',
      'p_model_code',
      'p_org_id',
      'p_config_code',
      'p_server_hostname',
      'p_concurrency',
      'p_input_sequence_length',
      'p_output_sequence_length',
    ]);
    expect(schema?.properties?.['p_org_id']).toMatchObject({ type: 'string', format: 'uuid' });
  });

  it('says the defaults of the database', () => {
    const properties = (name: string) =>
      document.paths[`/rpc/${name}`]?.['post']?.requestBody?.content['application/json']?.schema.properties;
    expect(properties('create_bench_llm_job')?.['p_quantization_code']?.default).toBe('fp16');
    expect(properties('list_jobs_filtered')?.['p_limit']?.default).toBe(50);
    expect(properties('list_jobs_filtered')?.['p_status_code']).not.toHaveProperty('default');
    expect(properties('create_bench_vlm_job')?.['p_image_unique']?.default).toBe(true);
    expect(properties('create_bench_llm_job')?.['p_options']?.default).toEqual({});
  });

  it('has GET for exactly the procedures that change nothing, and they answer it', async () => {
    const stable = await names(
      `select proname as name from pg_proc where pronamespace = 'api'::regnamespace and provolatile <> 'v'`,
    );
    const byGet = operations().filter(({ path, method }) => path.startsWith('/rpc/') && method === 'get');
    expect(byGet.map(({ path }) => path.slice(5)).sort()).toEqual(stable);
    const listed = document.paths['/rpc/list_jobs_filtered']?.['get'];
    expect(listed?.parameters?.map(({ name, $ref }) => name ?? $ref)).toEqual([
      'p_project_id',
      'p_status_code',
      'p_owner_account_id',
      'p_limit',
      ...['select', 'order', 'limit', 'offset'].map((name) => `#/components/parameters/${name}`),
    ]);
    for (const { path, operation } of byGet) {
      const query = (operation.parameters ?? [])
        .filter(({ required }) => required === true)
        .map(({ name, example }) => `${name ?? ''}=${encodeURIComponent(asText(example))}`)
        .join('&');
      const answer = await t.app.inject({ url: `/api${path}?${query}`, headers: me.bearer });
      // Made-up ids are not found, in the contract's words.
      const isUnseeded = answer.body.includes('"known":null');
      expect(isUnseeded ? [400] : [200, 404], `${path}?${query}: ${answer.body}`).toContain(
        answer.statusCode,
      );
      expect(answer.body, path).not.toContain('PGRST');
    }
    const context = await t.app.inject({ url: '/api/rpc/get_current_user_context', headers: me.bearer });
    expect(context.json()).toMatchObject({ account_id: me.accountId });
  });

  it('names the address it was asked at, or the public one', async () => {
    const asked = await t.app.inject({
      url: '/api/openapi.json',
      headers: { ...me.bearer, host: 'bench.example.org:8080' },
    });
    expect(asked.json<Document>().servers).toEqual([{ url: 'http://bench.example.org:8080/api' }]);
  });
});
