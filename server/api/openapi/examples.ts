import type { JsonSchema } from './json-schema.ts';
import type { SchemaBook } from './schema-book.ts';

const ID = '7f3a1b52-6c0d-4e8f-9a21-5d4c3b2a1908';
const TIME = '2026-03-02T09:15:00.000000+00:00';
const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** Values of examples by the name of a column or of a parameter without `p_`, where the schema alone says too little. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  project_name: 'Llama on H100',
  run_name: 'Run 1',
  job_name: 'c16-isl1024-osl512',
  scenario_code: 'c16-isl1024-osl512',
  workload_code: 'chat-1k',
  framework_code: 'vllm',
  framework_version: '0.19.0',
  version: '0.19.0',
  model_code: 'llama-3.1-8b',
  model_name: 'Llama 3.1 8B Instruct',
  model_identifier: 'meta-llama/Meta-Llama-3.1-8B',
  hf_id: 'meta-llama/Meta-Llama-3.1-8B',
  quantization_code: 'fp16',
  config_code: 'h100-vllm',
  server_hostname: 'gpu-01.example.org',
  hostname: 'gpu-01.example.org',
  machine_id: 'b08dfa6083e7567a1921a715000001fb',
  boot_id: 'a6c1f3c2-1c3c-4f0e-8d0f-3c2b1a000001',
  gpu_model: 'h100-sxm',
  gpu_name: 'NVIDIA H100 SXM',
  gpu_vendor: 'NVIDIA',
  concurrency: 16,
  input_sequence_length: 1024,
  output_sequence_length: 512,
  endpoint_url: 'http://gpu-01.example.org:8000',
  bind_host: '0.0.0.0',
  port: 8000,
  launch_adapter: 'direct_process',
  engine_args_set_code: 'vllm-default',
  container_image_override: '',
  email: 'person@example.org',
  display_name: 'A Person',
  name: 'ci',
  password: 'correct horse battery staple',
  new_password: 'correct horse battery staple',
  token: 'ysr_…',
  access_token: 'ysw_…',
  lease_token: 'lease-1',
  at: TIME,
  now: TIME,
  limit: 50,
  expires_in_seconds: 43_200,
  audio_duration_bucket: '5-15s',
  sha256: SHA256,
  body_text: '{}',
  view_key: 'leaderboard',
  view_name: 'H100, p99 first token within 500 ms',
  search_text: 'model=llama-3.1-8b&slo=ttft_p99_ms%3A500',
  hint: null,
  details: null,
};

/** Where what is required alone makes no call that succeeds, or names what is there already. */
const BY_PROCEDURE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  create_ai_model: {
    p_model_code: 'our-8b',
    p_model_name: 'Our 8B',
    p_total_params_b: 8,
    p_max_context: 131_072,
    p_kv_bytes_per_token: 131_072,
  },
  create_server_config: {
    p_config_code: 'h100-vllm',
    p_launch_kind: 'process',
    p_gpu_model: 'h100-sxm',
    p_gpu_count: 8,
  },
  create_scenario: { p_scenario_code: 'c16-isl1024-osl512' },
};

/** The example of a procedure's body. */
export function callExampleOf(name: string, body: JsonSchema, book: SchemaBook): unknown {
  const example = exampleOf(body, book);
  const more = Object.hasOwn(BY_PROCEDURE, name) ? BY_PROCEDURE[name] : undefined;
  return more === undefined || typeof example !== 'object' ? example : { ...example, ...more };
}

/** An example of a schema: what is required, with values that look like the real ones. `name` is its column or parameter. */
export function exampleOf(schema: JsonSchema, book: SchemaBook, name = ''): unknown {
  const plainName = name.replace(/^p_/, '');
  if (plainName in BY_NAME && fits(BY_NAME[plainName], schema)) return BY_NAME[plainName];
  if (schema.example !== undefined) return schema.example;
  const target = book.resolve(schema.allOf?.[0] ?? schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema);
  if (target !== schema) return exampleOf(target, book, name);
  if (schema.enum !== undefined) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return exampleObject(schema, book);
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(schema.items, book, name.replace(/s$/, ''))];
    case 'boolean':
      return true;
    case 'integer':
      return Math.max(1, schema.minimum ?? 1);
    case 'number':
      return exampleNumber(schema, plainName);
    case 'string':
      return exampleText(schema, plainName);
    default:
      return schema.nullable === true ? null : {};
  }
}

/** A column may have the name of another and its own type. */
function fits(value: unknown, { type, nullable }: JsonSchema): boolean {
  if (value === null) return nullable === true;
  return typeof value === 'number' ? type === 'integer' || type === 'number' : type === typeof value;
}

function exampleObject(schema: JsonSchema, book: SchemaBook): Record<string, unknown> {
  const required = new Set(schema.required ?? []);
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([property]) => required.has(property))
      .map(([property, value]) => [property, exampleOf(value, book, property)]),
  );
}

function exampleNumber(schema: JsonSchema, name: string): number {
  const value = name.endsWith('_ms') ? 182.4 : name.includes('per_sec') ? 4120.5 : 0.5;
  return Math.min(schema.maximum ?? value, Math.max(schema.minimum ?? value, value));
}

function exampleText(schema: JsonSchema, name: string): string {
  if (schema.format === 'uuid') return ID;
  if (schema.format === 'uri') return 'https://bench.example.org';
  if (/(?:_at|_from|_to|^time|_time|created|updated)$/.test(name)) return TIME;
  const text = name === '' ? 'text' : name.replace(/_(?:code|id|name)$/, '').replaceAll('_', '-');
  return text.padEnd(schema.minLength ?? 0, '-').slice(0, schema.maxLength ?? 200);
}
