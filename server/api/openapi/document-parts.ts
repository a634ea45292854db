import { API_LIMITS } from '#contract/limits.ts';

/** The first text of the reference. */
export const DESCRIPTION = `Inference benchmarks: submit, follow, read.

Every request carries \`Authorization: Bearer <token>\`, save health, version and signing in. Writes are procedures at \`POST /rpc/<name>\`, reads are views at \`GET /<view>\` in PostgREST's dialect. A typical sequence: \`get_current_user_context\`, \`create_bench_llm_job\`, \`get_job_status\` every 5 to 15 seconds, \`v_benchmark_results?job_id=eq.<job_id>\`.

${API_LIMITS.map(({ surface, limit }) => `- ${surface}: ${limit}`).join('\n')}`;

const query = (name: string, type: string, description: string, example: unknown) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: { type },
  example,
});
const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
  example,
});
const refusal = (description: string, code: string, message: string) => ({
  description,
  headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      example: { code, message, details: null, hint: null },
    },
  },
});

/** Components that do not depend on the database. */
export const DOCUMENT_COMPONENTS = {
  securitySchemes: {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'A token made on the Profile page, by the identity provider, or of a worker.',
    },
  },
  parameters: {
    select: query('select', 'string', 'Columns to answer, with commas between; `alias:column` renames', '*'),
    order: query('order', 'string', 'Order: `<column>.desc` or `<a>.desc,<b>.asc`', 'created_at.desc'),
    limit: query('limit', 'integer', 'Most rows to answer', 50),
    offset: query('offset', 'integer', 'Rows to leave out first', 0),
    'Range-Unit': header('Range-Unit', 'Unit of `Range`', 'items'),
    Range: header('Range', 'Rows to answer, first and last; preferred for large sets', '0-24'),
    PreferCount: header(
      'Prefer',
      '`count=exact`, `count=planned` or `count=estimated` gives a total in `Content-Range`',
      'count=exact',
    ),
    PreferReturn: header('Prefer', '`return=representation` answers the rows', 'return=representation'),
  },
  headers: {
    'X-Request-Id': { description: 'Names this request in the log', schema: { type: 'string' } },
    'Retry-After': { description: 'Seconds to wait before trying again', schema: { type: 'integer' } },
    'Content-Range': {
      description: '`<first>-<last>/<total>`; `*` for what is not known',
      schema: { type: 'string' },
    },
  },
  responses: {
    not_acceptable: refusal(
      'One object was asked for and the answer has another number of rows',
      'validation_failed',
      'The answer has another number of rows than one.',
    ),
    range_not_satisfiable: refusal(
      'The range begins after the last row',
      'validation_failed',
      'The range begins after the last row.',
    ),
  },
} as const;
