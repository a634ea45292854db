import { z } from 'zod';
import { anyErrorCodeSchema, errorBodySchema } from '#contract/errors.ts';
import { jobPhaseSchema, jobStatusSchema, provenanceSchema, roleSchema } from '#contract/jobs.ts';
import { solveRequestSchema } from '#contract/sizer/solve-request.ts';
import { recommendationSchema, solveResponseSchema } from '#contract/sizer/solve-response.ts';
import { ALL_VIEWS } from '#contract/views/all.ts';
import type { JsonSchema } from './json-schema.ts';

/** Shapes of the contract that many operations share, by the name they have in the document. */
const SHARED: Readonly<Record<string, z.ZodType>> = {
  Error: errorBodySchema,
  ErrorCode: anyErrorCodeSchema,
  JobStatus: jobStatusSchema,
  JobPhase: jobPhaseSchema,
  Provenance: provenanceSchema,
  Role: roleSchema,
  SizerSolveRequest: solveRequestSchema,
  SizerSolveResponse: solveResponseSchema,
  SizerRecommendation: recommendationSchema,
};

/** Turns shapes of the contract into schemas of one document; those with a name go to its components once. */
export class SchemaBook {
  readonly components: Record<string, JsonSchema> = {};
  readonly #names = z.registry<{ id: string }>();

  constructor() {
    for (const [id, schema] of Object.entries(SHARED)) this.#names.add(schema, { id });
    for (const view of ALL_VIEWS) this.#names.add(view.row, { id: view.name });
  }

  /** The schema of what is sent (`input`) or answered (`output`). */
  write(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { definitions = {}, ...written } = z.toJSONSchema(schema, {
      target: 'openapi-3.0',
      metadata: this.#names,
      io,
      unrepresentable: 'any',
    }) as JsonSchema;
    for (const [name, definition] of Object.entries(definitions))
      this.components[name] ??= forDocument(definition);
    return forDocument(written);
  }

  /** What a reference of this document points to; any other schema is itself. */
  resolve(schema: JsonSchema): JsonSchema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (this.components[name] ?? schema);
  }
}

/**
 * References point into the document; bounds that only say "a safe integer" go; an answer may gain fields, so nothing is
 * closed; `nullable` needs null among the values of an enum (OpenAPI 3.0.3, "nullable").
 */
function forDocument(schema: JsonSchema): JsonSchema {
  const { additionalProperties, ...rest } = schema;
  const written: JsonSchema = { ...rest };
  if (written.$ref !== undefined)
    written.$ref = written.$ref.replace('#/definitions/', '#/components/schemas/');
  if (written.minimum === Number.MIN_SAFE_INTEGER) delete written.minimum;
  if (written.maximum === Number.MAX_SAFE_INTEGER) delete written.maximum;
  if (written.nullable === true && written.enum !== undefined && !written.enum.includes(null))
    written.enum = [...written.enum, null];
  if (typeof additionalProperties === 'object')
    written.additionalProperties = forDocument(additionalProperties);
  if (written.properties !== undefined) written.properties = mapped(written.properties);
  if (written.items !== undefined) written.items = forDocument(written.items);
  for (const key of ['allOf', 'anyOf', 'oneOf'] as const) {
    const branches = written[key];
    if (branches !== undefined) written[key] = branches.map(forDocument);
  }
  return written;
}

function mapped(properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, forDocument(value)]));
}
