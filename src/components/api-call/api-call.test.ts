import { execFileSync } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renameOrganization, setQuota } from '#contract/rpc/organizations.ts';
import { vProjects } from '#contract/views/v-projects.ts';
import { contains, eq } from '#src/api/view-query.ts';
import { rpcCall, viewCall } from './api-call.ts';
import { callSnippet, type CallLanguage } from './call-snippet.ts';

const run = promisify(execFile);
const ORG = '00000000-0000-4000-8000-000000000001';
const READ = viewCall(vProjects, {
  filters: { org_id: eq(ORG), project_name: contains(`it's "50%" & more`) },
  order: [{ column: 'created_at', direction: 'desc' }],
  range: [0, 9],
  count: 'exact',
});
const WRITE = rpcCall(setQuota, { p_org_id: ORG, p_gpu_hours_per_month: 12.5 });
/** Every kind of quote, a backslash, a new line. */
const AWKWARD = `it's '''quoted''' "twice" \\ and\nbroken $HOME`;
const RENAME = rpcCall(renameOrganization, { p_org_id: ORG, p_name: AWKWARD });

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}
const seen: Seen[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    response.setHeader('content-type', 'application/json').end('[]');
  });
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api`;
});
afterAll(() => {
  server.close();
});

function has(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs a snippet as a person would and answers what the server saw. */
async function made(call: typeof READ, language: CallLanguage): Promise<Seen> {
  const text = callSnippet(call, language, base);
  const env = { ...process.env, YARDSTICK_TOKEN: 'secret-of-the-test' };
  expect(text).not.toContain('secret-of-the-test');
  const limit = { env, timeout: 20_000 };
  if (language === 'curl') await run('bash', ['-c', text], limit);
  else if (language === 'Python') await run('python3', ['-c', text], limit);
  else await run(process.execPath, ['--input-type=module', '-e', text], limit);
  const last = seen.at(-1);
  if (last === undefined) throw new Error('the server saw nothing');
  return last;
}

it('gives a body by itself, to be kept or pasted', () => {
  expect(JSON.parse(callSnippet(WRITE, 'JSON body', base))).toEqual({
    p_org_id: ORG,
    p_gpu_hours_per_month: 12.5,
  });
});

describe.each(['curl', 'TypeScript', 'Python'] as const)('the snippet in %s', (language) => {
  const program = language === 'curl' ? 'curl' : language === 'Python' ? 'python3' : process.execPath;

  it.skipIf(!has(program))('makes the very read of the page', async () => {
    const request = await made(READ, language);
    const url = new URL(request.url, base);
    expect(request.method).toBe('GET');
    expect(url.pathname).toBe('/api/v_projects');
    expect(url.searchParams.get('project_name')).toBe(`ilike.*it's "50\\%" & more*`);
    expect(url.searchParams.get('order')).toBe('created_at.desc.nullslast');
    expect(url.searchParams.get('limit')).toBe('10');
    expect(request.headers).toMatchObject({
      authorization: 'Bearer secret-of-the-test',
      prefer: 'count=exact',
    });
  });

  it.skipIf(!has(program))('makes the very call, body and all', async () => {
    const request = await made(WRITE, language);
    expect([request.method, request.url]).toEqual(['POST', '/api/rpc/set_quota']);
    expect(request.headers['content-type']).toBe('application/json');
    expect(JSON.parse(request.body)).toEqual({ p_org_id: ORG, p_gpu_hours_per_month: 12.5 });
  });

  it.skipIf(!has(program))('takes a value with every kind of quote for what it is', async () => {
    const request = await made(RENAME, language);
    expect(JSON.parse(request.body)).toEqual({ p_org_id: ORG, p_name: AWKWARD });
  });
});
