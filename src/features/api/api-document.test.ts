import { describe, expect, it } from 'vitest';
import { documentSchema, findOperations, toGroups } from './api-document.ts';
import { readOperation } from './operation-detail.ts';

const error = { $ref: '#/components/responses/not_found' };
const document = documentSchema.parse({
  openapi: '3.0.3',
  info: { title: 'An API', version: 'v4.0' },
  tags: [
    { name: 'Jobs', description: 'Jobs.' },
    { name: 'Results', description: 'Results.' },
    { name: 'Nothing', description: 'Nothing yet.' },
  ],
  paths: {
    '/v_results': {
      get: {
        operationId: 'read_v_results',
        tags: ['Results'],
        summary: 'Figures',
        parameters: [
          { $ref: '#/components/parameters/limit' },
          { name: 'ttft_p50_ms', in: 'query', schema: { type: 'string' }, example: 'gte.1' },
        ],
        responses: {
          '200': {
            description: 'rows',
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: '#/components/schemas/v_results' } },
                example: [{ ttft_p50_ms: 1 }],
              },
            },
          },
          '404': error,
        },
      },
    },
    '/rpc/get_job_status': {
      post: {
        operationId: 'get_job_status',
        tags: ['Jobs'],
        summary: 'Status of a job',
        description: 'Status of a job.\n\nNeeds a role.',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['p_job_id'],
                properties: { p_job_id: { type: 'integer' }, p_note: { type: 'string', nullable: true } },
              },
              example: { p_job_id: 1 },
            },
          },
        },
        responses: {
          '200': {
            description: 'Done',
            content: { 'application/json': { schema: { type: 'integer' }, example: 1 } },
          },
        },
      },
    },
    '/downloads/tool': {
      servers: [{ url: '/' }],
      get: {
        operationId: 'get_downloads_tool',
        tags: ['Jobs'],
        summary: 'A file',
        security: [],
        responses: { '200': { description: 'file', content: { 'application/octet-stream': {} } } },
      },
    },
  },
  components: {
    parameters: {
      limit: { name: 'limit', in: 'query', schema: { type: 'integer' }, description: 'Most rows' },
    },
    schemas: {
      Status: { type: 'string', enum: ['pending', 'completed'] },
      v_results: {
        type: 'object',
        properties: {
          ttft_p50_ms: {
            type: 'number',
            nullable: true,
            'x-unit': 'ms',
            description: 'Half of the requests',
          },
          status_code: { allOf: [{ $ref: '#/components/schemas/Status' }], nullable: true },
          org_id: { type: 'string', format: 'uuid' },
          notes: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
});
const groups = toGroups(document);
const details = groups.map(({ operations }) => operations.map((each) => readOperation(document, each)));
const [jobs, results] = details;

describe('toGroups', () => {
  it('puts operations under the headings that have some, in their order', () => {
    expect(groups.map(({ name, operations }) => [name, operations.map(({ id }) => id)])).toEqual([
      ['Jobs', ['get_job_status', 'get_downloads_tool']],
      ['Results', ['read_v_results']],
    ]);
  });
});

describe('readOperation', () => {
  it('shows columns with their units, and shared parameters only', () => {
    const view = results?.[0];
    expect(view?.columns).toEqual([
      {
        name: 'ttft_p50_ms',
        type: 'number or null',
        unit: 'ms',
        description: 'Half of the requests',
        isRequired: false,
      },
      {
        name: 'status_code',
        type: 'pending | completed or null',
        unit: '',
        description: '',
        isRequired: false,
      },
      { name: 'org_id', type: 'uuid', unit: '', description: '', isRequired: false },
      { name: 'notes', type: 'list of text', unit: '', description: '', isRequired: false },
    ]);
    expect(view?.parameters.map(({ name }) => name)).toEqual(['limit']);
    expect(view?.answerExample).toEqual([{ ttft_p50_ms: 1 }]);
    expect(view?.statuses).toEqual(['200', '404']);
  });

  it('says what a body needs, and where no token is needed', () => {
    const [status, download] = jobs ?? [];
    expect(status?.body.map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
      ['p_job_id', 'integer', true],
      ['p_note', 'text or null', false],
    ]);
    expect(status?.needsToken).toBe(true);
    expect(download).toMatchObject({
      needsToken: false,
      isAtRoot: true,
      answers: 'application/octet-stream',
    });
  });
});

describe('findOperations', () => {
  const ids = (text: string) =>
    findOperations(groups, text).flatMap((group) => group.operations.map(({ id }) => id));

  it('finds by every word, in path, summary or heading', () => {
    expect(ids('')).toHaveLength(3);
    expect(ids('STATUS job')).toEqual(['get_job_status']);
    expect(ids('v_results')).toEqual(['read_v_results']);
    expect(ids('jobs get file')).toEqual(['get_downloads_tool']);
    expect(ids('nothing here')).toEqual([]);
  });
});
