-- Facts that jobs refer to. Rows with org_id null come from the program's catalog; a workspace may add models of its own.
create table core.gpu_models (
  gpu_model text primary key,
  display_name text not null,
  vendor text not null,
  architecture text not null,
  memory_gb numeric not null check (memory_gb > 0),
  memory_bandwidth_gbps numeric,
  tdp_w numeric,
  facts jsonb not null default '{}',
  source text not null
);
comment on table core.gpu_models is 'Accelerators: memory in GB (decimal), bandwidth in GB/s, power in W, each with its source.';

create table core.ai_models (
  ai_model_id integer generated always as identity primary key,
  org_id uuid references core.organizations on delete cascade,
  model_code text not null check (model_code ~ '^[a-z0-9][a-z0-9._-]{0,99}$'),
  model_name text not null,
  hf_id text,
  total_params_b numeric check (total_params_b > 0),
  active_params_b numeric check (active_params_b > 0),
  max_context integer check (max_context > 0),
  kv_bytes_per_token numeric check (kv_bytes_per_token > 0),
  facts jsonb not null default '{}',
  source text not null,
  created_at timestamptz not null default now(),
  constraint ai_models_key unique nulls not distinct (org_id, model_code)
);
comment on table core.ai_models is 'Models: parameters in billions, context in tokens, KV cache in bytes per token at 2 bytes an element. org_id null: catalog.';

create table core.frameworks (
  framework_code text primary key,
  framework_name text not null,
  launchable boolean not null,
  sort_order integer not null default 0
);
comment on table core.frameworks is 'Serving frameworks. One that is not launchable serves only configs that name a running endpoint.';

create table core.framework_versions (
  framework_code text not null references core.frameworks on delete cascade,
  version text not null,
  sort_order integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (framework_code, version)
);
comment on table core.framework_versions is 'Versions of a framework, newest first by sort_order.';

create table core.framework_command_templates (
  framework_code text primary key references core.frameworks on delete cascade,
  argv jsonb not null,
  quantization_argv jsonb not null default '{}',
  runtime_env jsonb not null default '{}',
  health_path text not null,
  default_port integer not null check (default_port between 1 and 65535),
  source text not null
);
comment on table core.framework_command_templates is 'How a framework is launched: argv with {placeholders}, what each precision adds, runtime environment, health path, port.';

create table core.quantizations (
  quantization_code text primary key,
  display_name text not null,
  weight_bytes numeric not null check (weight_bytes > 0),
  sort_order integer not null default 0
);
comment on table core.quantizations is 'Precisions of weights: bytes per parameter.';
