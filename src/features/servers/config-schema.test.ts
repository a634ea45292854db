import { expect, it } from 'vitest';
import { createServerConfig } from '#contract/rpc/resources.ts';
import { configArguments, configSchema, suggestConfigCode, type ConfigValues } from './config-schema.ts';

const CALLER = {
  orgId: '11111111-1111-4111-8111-111111111111',
  accountId: '22222222-2222-4222-8222-222222222222',
};
const EMPTY: ConfigValues = {
  p_server_hostname: 'gpu-1',
  p_launch_kind: 'endpoint',
  p_config_code: '',
  p_gpu_model: '',
  p_gpu_count: '',
  p_gpu_memory_gb: '',
  p_tensor_parallel: '',
  p_endpoint_url: '',
  p_endpoint_api: 'completions',
  p_endpoint_api_key: '',
  p_served_model_name: '',
  p_extra_args: '',
  p_description: '',
};
const faults = (values: Partial<ConfigValues>) =>
  configSchema.safeParse({ ...EMPTY, ...values }).error?.issues.map((issue) => issue.path.join('.')) ?? [];
const sent = (values: Partial<ConfigValues>) =>
  createServerConfig.params.parse(
    configArguments(configSchema.parse({ ...EMPTY, ...values }), 'code', CALLER),
  );

it('asks for what the kind needs, and for nothing else', () => {
  expect(faults({})).toEqual(['p_endpoint_url']);
  expect(faults({ p_endpoint_url: 'ftp://host' })).toEqual(['p_endpoint_url']);
  expect(faults({ p_endpoint_url: 'http://host:8000/v1' })).toEqual(['p_endpoint_url']);
  expect(faults({ p_endpoint_url: 'http://host:8000' })).toEqual([]);
  expect(faults({ p_launch_kind: 'simulated' })).toEqual(['p_gpu_model', 'p_gpu_count']);
  expect(faults({ p_launch_kind: 'process' })).toEqual([]);
  expect(faults({ p_launch_kind: 'process', p_gpu_count: '4', p_tensor_parallel: '8' })).toEqual([
    'p_tensor_parallel',
  ]);
  expect(faults({ p_launch_kind: 'process', p_config_code: 'has space', p_gpu_count: '0' })).toEqual([
    'p_config_code',
    'p_gpu_count',
  ]);
});

it('does not send what was typed for another kind', () => {
  const typed = {
    p_endpoint_url: 'http://host:8000',
    p_endpoint_api_key: 'secret',
    p_gpu_model: 'h100-sxm',
    p_gpu_count: '8',
    p_extra_args: '--a 1\n--b',
  };
  expect(sent({ ...typed, p_launch_kind: 'simulated' })).not.toHaveProperty('p_endpoint_api_key');
  expect(sent({ ...typed, p_launch_kind: 'simulated' })).not.toHaveProperty('p_endpoint_url');
  expect(sent({ ...typed, p_launch_kind: 'process' }).p_extra_args).toEqual(['--a', '1', '--b']);
  expect(sent(typed)).toMatchObject({
    p_endpoint_url: 'http://host:8000',
    p_endpoint_api_key: 'secret',
    p_gpu_count: 8,
    p_served_model_name: null,
  });
  expect(sent(typed)).not.toHaveProperty('p_extra_args');
});

it('suggests codes that the contract takes', () => {
  expect(suggestConfigCode({ ...EMPTY, p_endpoint_url: 'https://api.example.test:8443/x' })).toBe(
    'endpoint-api.example.test-8443',
  );
  expect(
    suggestConfigCode({ ...EMPTY, p_launch_kind: 'simulated', p_gpu_model: 'h100-sxm', p_gpu_count: '8' }),
  ).toBe('sim-h100-sxm-x8');
  expect(suggestConfigCode({ ...EMPTY, p_launch_kind: 'process', p_gpu_model: 'mi300x' })).toBe('run-mi300x');
  expect(suggestConfigCode(EMPTY)).toBe('');
});
