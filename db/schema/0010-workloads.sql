-- What is benchmarked (workloads), at which points (scenarios), and how engines are launched in detail.
create table core.workloads (
  workload_id integer generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  owner_account_id uuid references core.accounts on delete set null,
  workload_code text not null check (workload_code ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  workload_name text not null check (length(btrim(workload_name)) between 1 and 200),
  tool_code text not null check (tool_code in ('bench-llm', 'bench-vlm', 'bench-asr')),
  framework_code text not null references core.frameworks,
  framework_version text not null,
  model_code text not null,
  quantization_code text not null references core.quantizations,
  parameters jsonb not null default '{}',
  description text,
  created_at timestamptz not null default now(),
  archived_at timestamptz
);
create unique index workloads_code_key on core.workloads (org_id, lower(workload_code));
create index workloads_org_idx on core.workloads (org_id, created_at desc);
comment on table core.workloads is 'What is benchmarked: tool, framework and version, model and precision. At which load is a scenario.';
comment on column core.workloads.parameters is 'Parameters of the tool beside lengths and concurrency, as in jobs.options: image_* of bench-vlm, audio_duration_bucket of bench-asr.';

create table core.scenarios (
  scenario_id integer generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  workload_id integer not null references core.workloads on delete cascade,
  owner_account_id uuid references core.accounts on delete set null,
  scenario_code text not null,
  concurrency integer not null check (concurrency between 1 and 16384),
  input_sequence_length integer not null check (input_sequence_length between 1 and 16777216),
  output_sequence_length integer not null check (output_sequence_length between 1 and 16777216),
  description text,
  created_at timestamptz not null default now(),
  unique (workload_id, scenario_code),
  constraint scenario_code_says_its_numbers check (
    scenario_code = 'c' || concurrency || '-isl' || input_sequence_length || '-osl' || output_sequence_length)
);
create index scenarios_org_idx on core.scenarios (org_id, created_at desc);
comment on table core.scenarios is 'One point of a workload: requests in flight, input and output tokens; its code says them.';

-- Several templates of one framework: that of every launch is "default".
alter table core.framework_command_templates add column template_code text not null default 'default'
  check (template_code ~ '^[a-z0-9][a-z0-9._-]{0,99}$');
alter table core.framework_command_templates drop constraint framework_command_templates_pkey;
alter table core.framework_command_templates add primary key (framework_code, template_code);
comment on column core.framework_command_templates.template_code is '"default" for every launch that names no engine-argument set.';
comment on column core.framework_command_templates.runtime_env is 'Environment that belongs to the launch: names and values, never secrets.';

create table core.engine_args_sets (
  engine_args_set_code text primary key check (engine_args_set_code ~ '^[a-z0-9][a-z0-9._-]{0,99}$'),
  framework_code text not null,
  template_code text not null default 'default',
  framework_versions text[],
  argv jsonb not null,
  template_values jsonb not null default '{}',
  required_argv jsonb not null default '[]',
  required_env text[] not null default '{}',
  description text not null,
  source text not null,
  sort_order integer not null default 0,
  foreign key (framework_code, template_code) references core.framework_command_templates (framework_code, template_code) on delete cascade
);
comment on table core.engine_args_sets is 'Engine arguments added to a command template: what one model on one engine version needs.';
comment on column core.engine_args_sets.framework_versions is 'Versions whose flags these are; null: any version of the framework.';
comment on column core.engine_args_sets.template_values is 'Values of {placeholders} that the caller does not give: tp, max_model_len.';
comment on column core.engine_args_sets.required_argv is 'Runs of arguments that the resolved command must hold, each an array; one that is missing stops the runbook.';
comment on column core.engine_args_sets.required_env is 'Names that the resolved environment must hold.';
