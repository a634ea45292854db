import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/port.ts';
import { DatabaseError } from '#server/database/port.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Parameters that are arrays of SQL; other arrays travel as JSON. */
const SQL_ARRAYS = new Set(['p_job_ids', 'p_extra_args', 'p_candidate_endpoint_ids', 'p_judge_config_ids']);
/** Procedures that answer rows. */
const SET_RETURNING = new Set([
  'list_jobs',
  'list_jobs_filtered',
  'list_projects',
  'list_scenarios',
  'list_server_config_instances',
  'list_workloads',
]);

/** Calls a procedure of schema `api` the way the data API does: as a role, with claims, arguments by name. */
export async function callRpc<T>(
  db: Database,
  claims: Claims,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<T> {
  const keys = Object.keys(args);
  const text = `select to_json(r) as answer from api.${name}(${keys.map((key, i) => `${key} => $${i + 1}`).join(', ')}) r`;
  const values = keys.map((key) => {
    const value = args[key];
    if (value === null || value === undefined) return null;
    if (Array.isArray(value) && SQL_ARRAYS.has(key))
      return `{${value.map((item) => JSON.stringify(item)).join(',')}}`;
    return typeof value === 'object' ? JSON.stringify(value) : (value as string | number | boolean);
  });
  const { rows } = await db.one<{ answer: unknown }>(
    // Tests submit more jobs than a workspace may in a minute.
    { role: String(claims['role']), claims: { limits: 'off', ...claims } },
    text,
    values,
  );
  const answers = rows.map((row) =>
    typeof row.answer === 'string' ? (JSON.parse(row.answer) as unknown) : row.answer,
  );
  return (SET_RETURNING.has(name) ? answers : (answers[0] ?? null)) as T;
}

/** The contract code of an error that SQL raised, with its message; fails the test when the call succeeds. */
export async function failureOf(
  call: Promise<unknown>,
): Promise<{ code: string; message: string; details: Record<string, unknown> | null }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof DatabaseError && error.sqlstate === 'PGRST') {
      const raised = JSON.parse(error.message) as { code: string; message: string; details: string | null };
      // Text on the way: see auth.fail.
      const details = JSON.parse(raised.details ?? 'null') as Record<string, unknown> | null;
      return { ...raised, details };
    }
    throw error;
  }
  throw new Error('expected a refusal, but the call succeeded');
}

export interface TestWorkspace {
  readonly orgId: string;
  readonly accountId: string;
  /** Claims of a member with the given role; the owner by default. */
  readonly claims: Claims;
  member(role: 'viewer' | 'engineer' | 'admin' | 'owner'): Promise<Claims>;
}

/** A workspace with an owner of its own. */
export async function createWorkspace(db: Database, name = 'Test workspace'): Promise<TestWorkspace> {
  const system = { role: 'web_system' } as const;
  const orgId = randomUUID();
  await db.one(system, 'insert into core.organizations (org_id, name) values ($1, $2)', [orgId, name]);
  const member = async (role: string): Promise<Claims> => {
    const accountId = randomUUID();
    await db.one(system, 'insert into core.accounts (account_id, email, display_name) values ($1, $2, $3)', [
      accountId,
      `${role}-${accountId}@example.test`,
      role,
    ]);
    await db.one(system, 'insert into core.memberships (org_id, account_id, role_code) values ($1, $2, $3)', [
      orgId,
      accountId,
      role,
    ]);
    return { sub: accountId, role: 'web_user' };
  };
  const claims = await member('owner');
  return { orgId, accountId: String(claims['sub']), claims, member };
}

export interface TestWorker {
  readonly workerId: string;
  readonly epoch: number;
  readonly claims: Claims;
  readonly openAttempts: { job_id: number; attempt: number }[];
}

/** Registers a worker that has every launch kind; the same `machineId` again is the same worker restarted. */
export async function registerWorker(
  db: Database,
  workspace: TestWorkspace,
  hostname = 'gpu-1',
  machineId = 'machine-0001',
  tools: readonly string[] = ['bench-llm'],
): Promise<TestWorker> {
  const answer = await callRpc<{
    worker_id: string;
    epoch: number;
    open_attempts: { job_id: number; attempt: number }[];
  }>(db, { role: 'web_worker', registration_org_id: workspace.orgId }, 'worker_register', {
    p_hostname: hostname,
    p_machine_id: machineId,
    p_boot_id: 'boot',
    p_agent_version: '0.1.0',
    p_hardware: { cpu_model: 'cpu', cpu_count: 2, memory_gb: 8, os: 'linux', gpus: [] },
    p_capabilities: { launch_kinds: ['simulated', 'endpoint', 'process'], tools },
  });
  return {
    workerId: answer.worker_id,
    epoch: answer.epoch,
    claims: { sub: answer.worker_id, role: 'web_worker' },
    openAttempts: answer.open_attempts,
  };
}

/** Adds a config to a registered server; simulated 8 x H100 unless said otherwise. */
export function createConfig(
  db: Database,
  workspace: TestWorkspace,
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  return callRpc<number>(db, workspace.claims, 'create_server_config', {
    p_org_id: workspace.orgId,
    p_owner_account_id: workspace.accountId,
    p_config_code: 'sim-h100x8',
    p_server_hostname: 'gpu-1',
    p_launch_kind: 'simulated',
    p_gpu_model: 'h100-sxm',
    p_gpu_count: 8,
    ...overrides,
  });
}

/** Arguments of `create_bench_llm_job` that are accepted; override what a test is about. */
export function jobArguments(
  workspace: TestWorkspace,
  overrides: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    p_owner_account_id: workspace.accountId,
    p_project_name: 'Project A',
    p_job_name: 'job 1',
    p_framework_code: 'vllm',
    p_version: '0.19.0',
    p_model_code: 'llama-3.1-8b',
    p_org_id: workspace.orgId,
    p_config_code: 'sim-h100x8',
    p_server_hostname: 'gpu-1',
    p_concurrency: 8,
    p_input_sequence_length: 256,
    p_output_sequence_length: 64,
    ...overrides,
  };
}
