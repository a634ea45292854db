import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootstrapAnswerSchema } from '#contract/endpoints.ts';
import { openTestApp, type SignedIn, type TestApp } from '#testing/test-app.ts';

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const folder = mkdtempSync(join(tmpdir(), 'yardstick-onboarding-'));

let t: TestApp;
let me: SignedIn;
beforeAll(async () => {
  const files = ['agent.js', 'bench-llm.js'].map((name) => {
    writeFileSync(join(folder, name), name);
    return { name, size: name.length, sha256: sha256(name) };
  });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ tag: 'site-7', files }));
  t = await openTestApp({ packagesFolder: folder, publicUrl: 'https://bench.example.org' });
  me = await t.signIn({ role: 'engineer' });
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

const bootstrap = (payload: object, headers: Record<string, string> = me.bearer, app = t.app) =>
  app.inject({ method: 'POST', url: '/api/onboarding/bootstrap', headers, payload });

describe('POST /api/onboarding/bootstrap', () => {
  it('answers a token that registers a worker, and the lines for the machine', async () => {
    const response = await bootstrap({ org_id: me.orgId, hostname: 'gpu-07' });
    expect(response.statusCode).toBe(201);
    const answer = bootstrapAnswerSchema.parse(response.json());
    expect(answer).toMatchObject({
      hostname: 'gpu-07',
      api_url: 'https://bench.example.org/api',
      package_url: 'https://bench.example.org',
      package_tag: 'site-7',
      script_url: 'https://bench.example.org/api/scripts/worker-startup.sh',
    });
    const script = await t.app.inject({ url: '/api/scripts/worker-startup.sh', headers: me.bearer });
    expect(answer.script_sha256).toBe(sha256(script.rawPayload));
    expect(answer.command).toContain(`YARDSTICK_WORKER_TOKEN='${answer.registration_token}'`);
    expect(answer.command).toContain(`PACKAGE_TAG='site-7'`);
    expect(answer.command).toContain(answer.script_sha256);
    // Nothing but the shell's own export names the token: no program gets it as an argument.
    expect(answer.command.split(answer.registration_token)).toHaveLength(2);
    const registered = await t.app.inject({
      method: 'POST',
      url: '/api/rpc/worker_register',
      headers: { authorization: `Bearer ${answer.registration_token}` },
      payload: {
        p_hostname: 'gpu-07',
        p_machine_id: 'machine-id-07',
        p_boot_id: 'boot-1',
        p_agent_version: '0.1.0',
        p_hardware: { cpu_model: null, cpu_count: 8, memory_gb: 64, os: 'Linux', gpus: [] },
        p_capabilities: { launch_kinds: ['endpoint'], tools: ['bench-llm'] },
      },
    });
    expect(registered.statusCode).toBe(200);
    expect(registered.json()).toMatchObject({ org_id: me.orgId });
    expect(t.logText()).not.toContain(answer.registration_token);
  });

  it('needs an engineer of the workspace', async () => {
    const viewer = await t.signIn({ role: 'viewer' });
    const refused = await bootstrap({ org_id: viewer.orgId, hostname: 'gpu-07' }, viewer.bearer);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ code: 'forbidden' });
    const foreign = await bootstrap({ org_id: viewer.orgId, hostname: 'gpu-07' });
    expect([403, 404]).toContain(foreign.statusCode);
    expect((await bootstrap({ org_id: me.orgId, hostname: 'gpu-07' }, {})).statusCode).toBe(401);
  });

  it('refuses names that would break out of the command, and sets that are not there', async () => {
    const name = await bootstrap({ org_id: me.orgId, hostname: `x'; rm -rf ~ #` });
    expect(name.statusCode).toBe(400);
    expect(name.json()).toMatchObject({ code: 'validation_failed' });
    const tag = await bootstrap({ org_id: me.orgId, hostname: 'gpu-07', package_tag: 'site-8' });
    expect(tag.statusCode).toBe(404);
    expect(tag.json()).toMatchObject({ details: { package_tag: 'site-8', tags: ['site-7'] } });
  });

  it.each(['http://bench.example.org', 'https://localhost:4600', 'https://10.0.0.5', 'https://gpu-host'])(
    'refuses while the server is at %s, and makes no token',
    async (publicUrl) => {
      const local = await openTestApp({ packagesFolder: folder, publicUrl });
      const owner = await local.signIn();
      const response = await bootstrap({ org_id: owner.orgId, hostname: 'gpu-07' }, owner.bearer, local.app);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ code: 'validation_failed' });
      expect(response.json<{ hint: string }>().hint).toContain('PUBLIC_URL');
      const { rows } = await local.db.one(
        { role: 'web_system' },
        'select from core.worker_registration_tokens',
      );
      expect(rows).toEqual([]);
      await local.close();
    },
  );
});
