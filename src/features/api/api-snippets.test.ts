import { describe, expect, it } from 'vitest';
import { snippet } from './api-snippets.ts';

const BASE = 'https://bench.example.org/api';
const rpc = {
  id: 'create_project',
  method: 'post' as const,
  path: '/rpc/create_project',
  isAtRoot: false,
  needsToken: true,
  hasColumnFilters: false,
  parameters: [],
  bodyExample: { p_name: `it's "x"`, p_public: true, p_limit: null },
};
const view = {
  ...rpc,
  id: 'read_v_results',
  method: 'get' as const,
  path: '/v_results',
  hasColumnFilters: true,
  bodyExample: undefined,
};
const file = {
  ...view,
  id: 'get_jobs_jobId_sut_csv',
  path: '/jobs/{jobId}/sut.csv',
  hasColumnFilters: false,
  parameters: [
    {
      name: 'jobId',
      place: 'path',
      example: 7,
      type: 'integer',
      unit: '',
      description: '',
      isRequired: true,
    },
  ],
};

describe('snippet', () => {
  it('writes curl for a POSIX shell, the token left in the environment', () => {
    expect(snippet('curl', rpc, BASE)).toBe(
      [
        `curl -sS -X POST 'https://bench.example.org/api/rpc/create_project' \\`,
        `  -H "Authorization: Bearer $YARDSTICK_TOKEN" \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -d '{\n  "p_name": "it'\\''s \\"x\\"",\n  "p_public": true,\n  "p_limit": null\n}'`,
      ].join('\n'),
    );
    expect(snippet('curl', view, BASE)).toContain(`'https://bench.example.org/api/v_results?limit=50'`);
    expect(snippet('curl', file, BASE)).toContain(`'https://bench.example.org/api/jobs/7/sut.csv'`);
    expect(snippet('curl', { ...file, path: '/downloads/x', isAtRoot: true, needsToken: false }, BASE)).toBe(
      `curl -sS 'https://bench.example.org/downloads/x'`,
    );
  });

  it('writes TypeScript for openapi-fetch', () => {
    expect(snippet('typescript', view, BASE)).toContain(
      `await api.GET('/v_results', {\n  params: { query: { limit: 50 } },\n});`,
    );
    expect(snippet('typescript', file, BASE)).toContain(
      `await api.GET('/jobs/{jobId}/sut.csv', {\n  params: { path: { jobId: 7 } },\n});`,
    );
    expect(snippet('typescript', rpc, BASE)).toContain(
      `api.POST('/rpc/create_project', {\n  body: {\n    "p_name"`,
    );
  });

  it('writes Python for the generated client', () => {
    expect(snippet('python', rpc, BASE)).toContain(
      `client.create_project(\n    p_name="it's \\"x\\"",\n    p_public=True,\n    p_limit=None,\n)`,
    );
    expect(snippet('python', view, BASE)).toContain('client.read_v_results(limit=50)');
    expect(snippet('python', file, BASE)).toContain('client.get_jobs_jobId_sut_csv(7)');
  });
});
