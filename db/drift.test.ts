import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ALL_RPCS } from '#contract/rpc/all.ts';
import { ALL_VIEWS } from '#contract/views/all.ts';
import type { Database } from '#server/database/port.ts';
import { openTestDatabase, type TestDatabase } from '#testing/database.ts';

let test: TestDatabase;
let db: Database;

beforeAll(async () => {
  test = await openTestDatabase();
  db = test.db;
});
afterAll(() => test.close());

const query = async (sql: string) => (await db.admin((tx) => tx.query(sql))).rows;

/** JSON kinds that a column or argument of this type may have on the wire. */
const JSON_KINDS: Record<string, readonly string[]> = {
  int4: ['number', 'integer'],
  int8: ['number', 'integer'],
  float8: ['number'],
  numeric: ['number'],
  bool: ['boolean'],
  text: ['string'],
  uuid: ['string'],
  timestamptz: ['string'],
  jsonb: ['object', 'array'],
  _text: ['array'],
  _int4: ['array'],
  _uuid: ['array'],
};

interface JsonSchema {
  type?: string | string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

/** JSON kinds that a zod schema admits, null left out. */
function kindsOf(schema: z.ZodType): string[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const branches = json.anyOf ?? json.oneOf ?? [json];
  return branches.flatMap((branch) => branch.type ?? 'any').filter((kind) => kind !== 'null');
}

describe('views', () => {
  it('are exactly those of the contract', async () => {
    const rows = await query(
      `select c.relname as name from pg_class c where c.relnamespace = 'api'::regnamespace and c.relkind in ('v', 'r', 'm') order by 1`,
    );
    expect(rows.map((row) => row['name'])).toEqual(ALL_VIEWS.map((view) => view.name).sort());
  });

  it.each(ALL_VIEWS.map((view) => [view.name, view] as const))(
    '%s has the columns of the contract',
    async (name, view) => {
      const rows = await query(
        `select a.attname as name, t.typname as type from pg_attribute a join pg_type t on t.oid = a.atttypid
       where a.attrelid = 'api.${name}'::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
      );
      expect(rows.map((row) => row['name']).sort()).toEqual(Object.keys(view.row.shape).sort());
      for (const row of rows) {
        const column = String(row['name']);
        const kinds = kindsOf((view.row.shape as Record<string, z.ZodType>)[column] ?? z.never());
        const admitted = JSON_KINDS[String(row['type'])];
        expect(
          admitted,
          `type ${String(row['type'])} of ${name}.${column} is not in the table of this test`,
        ).toBeDefined();
        for (const kind of kinds)
          expect(admitted, `${name}.${column} is ${String(row['type'])}`).toContain(kind);
      }
    },
  );

  it('have security_invoker and a comment', async () => {
    const rows = await query(
      `select c.relname as name from pg_class c where c.relnamespace = 'api'::regnamespace and c.relkind = 'v'
       and (not coalesce('security_invoker=true' = any (c.reloptions), false) or obj_description(c.oid, 'pg_class') is null)`,
    );
    expect(rows).toEqual([]);
  });

  it('have a comment on every column (db/policies/column_comments.sql, or comment on column)', async () => {
    const rows = await query(
      `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       where c.relnamespace = 'api'::regnamespace and c.relkind = 'v' and coalesce(col_description(c.oid, a.attnum), '') = '' order by 1`,
    );
    expect(rows.map((row) => row['name'])).toEqual([]);
  });
});

describe('procedures', () => {
  it('are exactly those of the contract, without overloads', async () => {
    const rows = await query(
      `select p.proname as name from pg_proc p where p.pronamespace = 'api'::regnamespace order by 1`,
    );
    expect(rows.map((row) => row['name'])).toEqual(ALL_RPCS.map((rpc) => rpc.name).sort());
  });

  it.each(ALL_RPCS.map((rpc) => [rpc.name, rpc] as const))(
    '%s has the parameters of the contract',
    async (name, rpc) => {
      const [row] = await query(
        `select p.proargnames as names, p.pronargs as count, p.pronargdefaults as defaults,
         array(select t.typname from unnest(p.proargtypes) with ordinality u(oid, n) join pg_type t on t.oid = u.oid order by n)::text[] as types,
         obj_description(p.oid, 'pg_proc') as comment
       from pg_proc p where p.pronamespace = 'api'::regnamespace and p.proname = '${name}'`,
      );
      const count = Number(row?.['count']);
      const names = ((row?.['names'] ?? []) as string[]).slice(0, count);
      const types = (row?.['types'] ?? []) as string[];
      const shape = rpc.params.shape as Record<string, z.ZodType>;
      expect([...names].sort()).toEqual(Object.keys(shape).sort());
      expect(row?.['comment']).toBeTruthy();
      const required = names.slice(0, count - Number(row?.['defaults']));
      for (const [i, argument] of names.entries()) {
        const schema = shape[argument] ?? z.never();
        const isOptional = schema.safeParse(undefined).success;
        expect(isOptional, `${argument} optional`).toBe(!required.includes(argument));
        for (const kind of kindsOf(schema))
          expect(JSON_KINDS[types[i] ?? ''], `${argument} is ${types[i] ?? '?'}`).toContain(kind);
      }
    },
  );
});

describe('specification', () => {
  it('keeps the thirteen parameters of create_bench_llm_job in name, order and need', async () => {
    const [row] = await query(
      `select pg_get_function_arguments('api.create_bench_llm_job'::regproc) as arguments`,
    );
    expect(String(row?.['arguments']).split(', ').slice(0, 13)).toEqual([
      'p_owner_account_id uuid',
      'p_project_name text',
      'p_job_name text',
      'p_framework_code text',
      'p_version text',
      'p_model_code text',
      'p_org_id uuid',
      'p_config_code text',
      'p_server_hostname text',
      'p_concurrency integer',
      'p_input_sequence_length integer',
      'p_output_sequence_length integer',
      `p_quantization_code text DEFAULT 'fp16'::text`,
    ]);
  });
});
