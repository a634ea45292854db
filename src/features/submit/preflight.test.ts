import { expect, it } from 'vitest';
import type { ServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import type { Check } from './check.ts';
import { frameworkChoices, unusableReason } from './choices.ts';
import { firstLook, firstPlan, isBlank } from './first-look.ts';
import { fullLook } from './full-look.ts';
import { withChange } from './initial-values.ts';
import { planOf } from './plan.ts';
import { firstBlock, preflight } from './preflight.ts';
import { ApiError } from '#src/api/api-error.ts';
import { chosenConfig, type Situation } from './situation.ts';
import { schemaOf } from './submit-schema.ts';
import { EMPTY_VALUES } from './submit-values.ts';

const server = (overrides: Partial<ServerCurrentStatus> = {}): ServerCurrentStatus => ({
  server_id: 1,
  org_id: '11111111-1111-4111-8111-111111111111',
  hostname: 'gpu-1',
  server_description: null,
  server_config_id: 1,
  server_config_instance_id: 1,
  config_code: 'run-h100-x2',
  config_description: null,
  launch_kind: 'process',
  gpu_model: 'h100-sxm',
  gpu_name: 'H100 SXM',
  gpu_count: 2,
  gpu_memory_gb: 80,
  tensor_parallel: null,
  endpoint_url: null,
  endpoint_api: null,
  served_model_name: null,
  worker_id: null,
  agent_version: null,
  worker_state_code: null,
  hardware: null,
  capabilities: { launch_kinds: ['simulated', 'endpoint', 'process'], tools: ['bench-llm'] },
  last_heartbeat_at: '2026-06-01T00:00:00Z',
  status_code: 'online',
  current_job_id: null,
  current_job_name: null,
  pending_count: 0,
  created_at: '2026-06-01T00:00:00Z',
  ...overrides,
});
const big = server({ server_config_id: 2, config_code: 'run-h100-x8', gpu_count: 8 });
const four = server({ server_config_id: 3, config_code: 'run-h100-x4', gpu_count: 4 });

const frameworks = [
  { framework_code: 'vllm', framework_name: 'vLLM', launchable: true, sort_order: 1 },
  { framework_code: 'openai', framework_name: 'Any endpoint', launchable: false, sort_order: 2 },
];
const versions = [
  { framework_code: 'vllm', version: '0.19.0', sort_order: 1, created_at: '2026-06-01T00:00:00Z' },
];
const quantizations = [
  { quantization_code: 'fp16', display_name: 'FP16', weight_bytes: 2, sort_order: 1 },
  { quantization_code: 'fp8', display_name: 'FP8', weight_bytes: 1, sort_order: 2 },
];
const model = {
  ai_model_id: 1,
  org_id: null,
  model_code: 'llama-3.1-70b',
  model_name: 'Llama 3.1 70B',
  hf_id: null,
  total_params_b: 70.6,
  active_params_b: 70.6,
  max_context: 131_072,
  kv_bytes_per_token: 327_680,
  source: 'test',
  created_at: '2026-06-01T00:00:00Z',
};

function situation(overrides: Partial<Situation> = {}): Situation {
  const values = withChange(EMPTY_VALUES, {
    p_project_name: 'A',
    p_model_code: model.model_code,
    p_framework_code: 'vllm',
    p_version: '0.19.0',
    p_server_hostname: 'gpu-1',
    p_config_code: 'run-h100-x2',
    p_quantization_code: 'fp8',
  });
  const servers = [server(), big, four];
  const { concurrencies = [8], isl = 1024, osl = 1024, names = ['llama-c8'] } = overrides;
  const shapes = isl === null || osl === null ? null : [{ isl, osl }];
  return {
    isKnown: true,
    values,
    config: chosenConfig(servers, values),
    model,
    framework: frameworks[0] ?? null,
    quantization: quantizations[1] ?? null,
    servers,
    versions,
    quantizations,
    frameworks,
    concurrencies,
    isl,
    osl,
    shapes,
    repeats: 1,
    isList: names.length > 1,
    jobs: (shapes ?? []).flatMap((shape) =>
      (concurrencies ?? []).map((concurrency, index) => ({
        ...shape,
        concurrency,
        repeat: 1,
        name: names[index] ?? '',
      })),
    ),
    numRequests: null,
    numWarmups: null,
    names,
    takenNames: new Set(),
    quota: null,
    ...overrides,
  };
}
const check = (id: Check['id'], overrides: Partial<Situation> = {}) =>
  preflight(situation(overrides)).find((one) => one.id === id);
const onConfig = (overrides: Partial<ServerCurrentStatus>) => {
  const servers = [server(overrides)];
  return { servers, config: chosenConfig(servers, situation().values) };
};

it('lets a good job through', () => {
  const checks = preflight(situation());
  expect(checks.map((one) => one.level)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok']);
  expect(firstBlock(checks)).toBeNull();
});

it('stops a job for a server that is away, and warns of one that is slow to report', () => {
  expect(check('server', onConfig({ status_code: 'offline' }))).toMatchObject({
    level: 'block',
    field: 'p_config_code',
  });
  expect(check('server', onConfig({ status_code: 'never_connected' }))?.level).toBe('block');
  expect(check('server', onConfig({ status_code: 'stale' }))?.level).toBe('warn');
  expect(check('server', onConfig({ status_code: 'draining' }))?.level).toBe('warn');
  expect(check('server', onConfig({ status_code: 'busy', pending_count: 2 }))?.text).toContain(
    '2 jobs wait before this one',
  );
  expect(unusableReason(server({ capabilities: { launch_kinds: ['simulated'], tools: [] } }))).toBe(
    'Its worker does not bring up a launched process',
  );
});

it('offers ways out of a memory shortfall: precision, concurrency, the smallest config that holds it', () => {
  // FP16: 141.2 GB of weights + 8 x 2,048 x 327,680 B = 5.4 GB, against 144 GB.
  const found = check('memory', { quantization: quantizations[0] ?? null });
  expect(found).toMatchObject({ level: 'block', field: 'p_concurrency' });
  expect(found?.text).toContain('Needs 146.6 GB, run-h100-x2 has 144 GB usable.');
  expect(found?.fixes).toEqual([
    { label: 'Precision FP8', change: { p_quantization_code: 'fp8' } },
    { label: 'Concurrency 4', change: { p_concurrency: '4' } },
    {
      label: 'run-h100-x4 on gpu-1',
      change: { p_server_hostname: 'gpu-1', p_config_code: 'run-h100-x4' },
    },
  ]);
});

it('checks memory for the heaviest of a list, and keeps those that fit', () => {
  const found = check('memory', { quantization: quantizations[0] ?? null, concurrencies: [1, 4, 64] });
  expect(found?.fixes?.[1]).toEqual({ label: 'Only concurrency 1, 4', change: { p_concurrency: '1, 4' } });
});

it('does not pretend to know what it cannot', () => {
  expect(check('memory', onConfig({ launch_kind: 'endpoint' }))?.level).toBe('unknown');
  expect(check('memory', { model: { ...model, total_params_b: null } })?.level).toBe('unknown');
  expect(check('memory', onConfig({ gpu_memory_gb: null }))?.level).toBe('unknown');
  expect(check('memory', { model: { ...model, kv_bytes_per_token: null } })?.level).toBe('warn');
  expect(check('context', { model: { ...model, max_context: null } })?.level).toBe('unknown');
});

it('stops what exceeds the context', () => {
  expect(check('context', { isl: 131_000, osl: 72 })?.level).toBe('ok');
  expect(check('context', { isl: 131_000, osl: 73 })).toMatchObject({
    level: 'block',
    field: 'p_input_sequence_length',
  });
});

it('stops a name that the run has, whatever its case, and offers a free one', () => {
  expect(check('name', { names: ['Llama-C8'], takenNames: new Set(['llama-c8']) })).toMatchObject({
    level: 'block',
    field: 'p_job_name',
    fixes: [{ label: 'Name it Llama-C8-2', change: { p_job_name: 'Llama-C8-2' } }],
  });
  expect(check('name', { takenNames: null })?.level).toBe('open');
});

const NOT_READ = new ApiError({
  code: 'internal',
  status: 500,
  message: 'The database is away.',
  details: null,
  requestId: 'req-7',
});

it('takes no name for free that could not be looked up', () => {
  const found = check('name', { takenNames: NOT_READ });
  expect(found?.level).toBe('unknown');
  expect(found?.text).toMatch(/^Whether it is free could not be looked up: The database is away\..*req-7/);
  expect(check('name', { concurrencies: [1, 8], names: ['a', 'b'], takenNames: NOT_READ })?.text).toContain(
    'they are',
  );
});

it('leaves out of a list what is there, or sends all of it to another run', () => {
  const list = { concurrencies: [1, 8, 32], names: ['a-c1', 'a-c8', 'a-c32'] };
  const some = check('name', { ...list, takenNames: new Set(['a-c1', 'a-c8']) });
  expect(some).toMatchObject({ level: 'block', text: 'The run "default" has a-c1 and 1 more already.' });
  expect(some?.fixes).toEqual([
    {
      label: 'Leave out the 2 that are there',
      change: { p_skip: 'c1-isl1024-osl1024 c8-isl1024-osl1024' },
    },
    { label: 'Send them to the run "default-2"', change: { p_run_name: 'default-2' } },
  ]);
  expect(check('name', { ...list, takenNames: new Set(list.names) })?.fixes).toEqual([
    { label: 'Send them to the run "default-2"', change: { p_run_name: 'default-2' } },
  ]);
  // What the way out leaves is what the form then plans.
  const values = withChange(situation().values, { p_concurrency: '1, 8, 32', p_repeats: '2' });
  const whole = planOf(values);
  const there = new Set(whole.names.slice(0, 3));
  const fix = check('name', { values, ...whole, takenNames: there })?.fixes?.[0];
  expect(planOf(withChange(values, fix?.change ?? {})).names).toEqual(whole.names.slice(3));
});

it('sends the one job that is left of a list to another run, as a name would get the end of the list again', () => {
  const values = withChange(situation().values, {
    p_concurrency: '1, 8',
    p_job_name: 'foo',
    p_skip: 'c1-isl1024-osl1024',
  });
  const plan = planOf(values);
  expect(plan).toMatchObject({ isList: true, names: ['foo-c8'] });
  expect(check('name', { values, ...plan, takenNames: new Set(['foo-c8']) })?.fixes).toEqual([
    { label: 'Send it to the run "default-2"', change: { p_run_name: 'default-2' } },
  ]);
  expect(planOf(withChange(values, { p_concurrency: '8', p_skip: '' }))).toMatchObject({
    isList: false,
    names: ['foo'],
  });
});

it('stops names that are longer than the server takes, with the end of a list too', () => {
  const planned = (change: Parameters<typeof withChange>[1]) => {
    const values = withChange(situation().values, change);
    return check('name', { values, ...planOf(values) });
  };
  const p_job_name = 'x'.repeat(198);
  expect(planned({ p_job_name })?.level).toBe('ok');
  expect(planned({ p_job_name, p_repeats: '9' })).toMatchObject({
    level: 'block',
    field: 'p_job_name',
    text: 'A name of the list has 201 characters; at most 200 are taken. Type a shorter one.',
  });
  expect(planned({ p_job_name: 'x'.repeat(201) })?.text).toMatch(/^The name has 201 characters/);
});

it('tells last what the quota says', () => {
  const quota: Check = { id: 'quota', title: 'GPU hours', level: 'block', text: 'Used up.' };
  expect(preflight(situation({ quota })).at(-1)).toEqual(quota);
  expect(firstBlock(preflight(situation({ quota })))).toEqual(quota);
  expect(check('quota')).toBeUndefined();
});

it('sends speech no input length, whatever stands in fields that are not shown', () => {
  const values = withChange(situation().values, {
    p_tool: 'bench-asr',
    p_input_sequence_length: 'none',
    p_more_shapes: '8192/64, oops',
    p_output_sequence_length: '64',
    p_image_width: 'wide',
    p_repeats: '2',
  });
  const plan = planOf(values);
  expect(plan.names).toEqual(['llama-3.1-70b-fp8-c8-5-15s-osl64-r1', 'llama-3.1-70b-fp8-c8-5-15s-osl64-r2']);
  expect(schemaOf['bench-asr'].safeParse(values).success).toBe(true);
  expect(schemaOf['bench-llm'].safeParse(values).success).toBe(false);
  const whisper = { ...model, max_context: 64 };
  expect(check('context', { values, ...plan, model: whisper })?.text).toBe('64 of 64 tokens.');
  expect(check('context', { values, ...plan, model: { ...whisper, max_context: 63 } })).toMatchObject({
    level: 'block',
    field: 'p_output_sequence_length',
    text: '64 tokens out; Llama 3.1 70B takes 63. Lower a length.',
  });
  expect(check('work', { values, ...plan })?.text).toBe(
    '2 jobs: 200 requests measured, 32 to warm up; about 14.8K tokens out.',
  );
});

it('plans no more jobs than can be asked for, and no length stops the page', () => {
  const values = withChange(situation().values, { p_repeats: '99999999' });
  expect(planOf(values).jobs).toHaveLength(20);
  expect(planOf(withChange(values, { p_input_sequence_length: '99999999999' })).jobs).toHaveLength(20);
});

it('keeps frameworks that cannot be launched for endpoints', () => {
  const openai = { framework: frameworks[1] ?? null };
  expect(check('software', openai)).toMatchObject({ level: 'block', field: 'p_framework_code' });
  expect(frameworkChoices(frameworks, 'simulated').map((one) => one.disabledReason !== undefined)).toEqual([
    false,
    true,
  ]);
  expect(frameworkChoices(frameworks, 'endpoint').every((one) => one.disabledReason === undefined)).toBe(
    true,
  );
  const custom = { values: { ...situation().values, p_version: '0.20.1-ours' } };
  expect(check('software', custom)).toMatchObject({ level: 'block', field: 'p_version' });
  expect(check('software', { ...custom, ...onConfig({ launch_kind: 'endpoint' }) })?.level).toBe('ok');
});

it('marks the precisions that do not fit', () => {
  expect(fullLook(situation()).precisions).toEqual([
    { value: 'fp16', label: 'FP16', warning: '146.6 of 144 GB' },
    { value: 'fp8', label: 'FP8', detail: '76 of 144 GB' },
  ]);
});

it('counts the work as the server will', () => {
  expect(check('work', { concurrencies: [1, 64] })?.text).toMatch(
    /^2 jobs: 356 requests measured, 130 to warm up; about 498K tokens in, 498K out\.$/,
  );
  expect(check('work', { concurrencies: [64], numRequests: 100 })?.level).toBe('warn');
});

it('stops a sweep with no cell on, and one of too many jobs', () => {
  expect(check('work', { jobs: [] })).toMatchObject({ level: 'block', field: 'p_concurrency' });
  const [one] = situation().jobs;
  const many = Array.from({ length: 201 }, (_, index) => ({
    ...one,
    name: `j${index}`,
  })) as Situation['jobs'];
  expect(check('work', { jobs: many })?.text).toBe(
    '201 jobs; one submission takes at most 200. Switch cells off, or send it in parts.',
  );
});

it('checks memory and context of the heaviest and longest job of a sweep', () => {
  const [one] = situation().jobs;
  if (one === undefined) throw new Error('no job');
  const jobs = [one, { ...one, isl: 131_000, osl: 73, concurrency: 1, name: 'long' }];
  expect(check('context', { jobs })?.level).toBe('block');
});

it('refuses a tool that no live worker offers, and says which worker does', () => {
  const values = { ...situation().values, p_tool: 'bench-vlm' as const };
  expect(check('tool')).toBeUndefined();
  expect(check('tool', { values })?.text).toBe(
    'No live worker of this workspace offers bench-vlm. Start a worker that has it, or benchmark text.',
  );
  const other = server({
    hostname: 'gpu-9',
    capabilities: { launch_kinds: ['process'], tools: ['bench-llm', 'bench-vlm'] },
  });
  const servers = [...situation().servers, other];
  expect(check('tool', { values, servers })?.text).toBe(
    'The worker on gpu-1 does not offer bench-vlm; gpu-9 does.',
  );
  const away = { ...other, status_code: 'offline' as const };
  expect(check('tool', { values, servers: [away] })?.level).toBe('block');
});

it('says of a blank form at first what the checks say of it', () => {
  const framework = frameworks[0] ?? null;
  const blank = (p_framework_code: string, p_version: string, overrides: Partial<Situation> = {}) => {
    const filed = { p_project_name: 'A', p_run_name: 'nightly' };
    const values = { ...EMPTY_VALUES, ...filed, p_framework_code, p_version };
    expect(isBlank(values)).toBe(true);
    expect(firstPlan(values)).toEqual(planOf(values));
    return situation({ framework, config: null, model: null, values, ...firstPlan(values), ...overrides });
  };
  for (const one of [
    blank('vllm', '0.19.0'),
    blank('vllm', '0.19.0', { servers: [] }),
    blank('vllm', ''),
    blank('', '', { framework: null }),
  ])
    expect(firstLook(one)).toEqual(fullLook(one));
  expect(firstLook(blank('vllm', '0.19.0')).checks.map(({ level, text }) => `${level}: ${text}`)).toEqual([
    'open: Choose where it runs.',
    'ok: vLLM 0.19.0',
    'open: Needs a server, a model, a precision and a load.',
    'open: Needs a model and both lengths.',
    'open: Suggested once model and load are chosen.',
    'ok: 100 requests measured, 16 to warm up; about 119K tokens in, 119K out.',
  ]);
});

it('states nothing of a filled form before the checks are there, in the same rows', () => {
  const { values } = situation();
  expect(isBlank(values)).toBe(false);
  expect(firstPlan(values)).toMatchObject({ isKnown: false, jobs: [], names: [], shapes: null });
  const { checks, memory, precisions } = firstLook({ ...situation(), ...firstPlan(values) });
  expect(new Set(checks.map(({ level, text }) => `${level}: ${text}`))).toEqual(
    new Set(['looking: Looking…']),
  );
  const rows = (all: readonly Check[]) => all.map(({ id, title }) => `${id} ${title}`);
  expect(rows(checks)).toEqual(rows(preflight(situation())));
  expect(firstBlock(checks)).toBeNull();
  expect(memory).toBeNull();
  expect(precisions).toEqual([
    { value: 'fp16', label: 'FP16' },
    { value: 'fp8', label: 'FP8' },
  ]);
});
