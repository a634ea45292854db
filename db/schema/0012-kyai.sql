-- KYAI: candidates answer prompt sets, judges score the answers. A judge that fails is never a score: score null, a reason.
create table core.kyai_prompt_sets (
  prompt_set_id integer generated always as identity primary key,
  org_id uuid references core.organizations on delete cascade,
  set_code text not null check (set_code ~ '^[a-z0-9][a-z0-9._-]{0,99}$'),
  version integer not null default 1 check (version >= 1),
  set_name text not null,
  description text,
  licence text not null,
  source text not null,
  content_sha256 text not null check (content_sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  constraint kyai_prompt_sets_key unique nulls not distinct (org_id, set_code, version)
);
comment on table core.kyai_prompt_sets is 'Prompt sets; org_id null: built in. Content never changes: new content is a new version.';

create table core.kyai_prompts (
  prompt_id integer generated always as identity primary key,
  prompt_set_id integer not null references core.kyai_prompt_sets on delete cascade,
  ordinal integer not null,
  category text,
  difficulty text,
  cluster_key text,
  messages jsonb not null check (jsonb_typeof(messages) = 'array'),
  reference_answer text,
  checker jsonb,
  rubric_override jsonb,
  max_output_tokens integer check (max_output_tokens > 0),
  unique (prompt_set_id, ordinal)
);
comment on table core.kyai_prompts is 'Prompts of a set. cluster_key joins those made from one passage or template: statistics treat them as one.';

create table core.kyai_candidate_endpoints (
  candidate_endpoint_id integer generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  display_name text not null check (length(btrim(display_name)) between 1 and 120),
  base_url text not null check (base_url ~ '^https?://[^[:space:]]+$'),
  model_id text not null,
  model_code text,
  api_key_encrypted text check (api_key_encrypted like 'enc:v1:%'),
  params jsonb not null default '{}',
  price_in_usd_per_mtok numeric check (price_in_usd_per_mtok >= 0),
  price_out_usd_per_mtok numeric check (price_out_usd_per_mtok >= 0),
  max_concurrency integer not null default 8 check (max_concurrency between 1 and 1024),
  capabilities jsonb not null default '{}',
  server_config_instance_id integer references core.server_config_instances on delete set null,
  created_by uuid references core.accounts on delete set null,
  created_at timestamptz not null default now(),
  archived_at timestamptz
);
create unique index kyai_candidate_endpoints_name_key on core.kyai_candidate_endpoints (org_id, lower(display_name)) where archived_at is null;
comment on table core.kyai_candidate_endpoints is 'Models that are evaluated, each an OpenAI-compatible endpoint. server_config_instance_id links quality to a benchmarked server.';

create table core.kyai_judge_configs (
  judge_config_id integer generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  judge_name text not null check (length(btrim(judge_name)) between 1 and 120),
  version integer not null default 1 check (version >= 1),
  base_url text not null check (base_url ~ '^https?://[^[:space:]]+$'),
  model_id text not null,
  api_key_encrypted text check (api_key_encrypted like 'enc:v1:%'),
  mode text not null default 'pointwise' check (mode in ('pointwise', 'reference', 'pairwise')),
  rubric jsonb not null,
  scale_min numeric not null default 1,
  scale_max numeric not null default 5,
  integer_only boolean not null default true,
  pass_threshold numeric,
  temperature numeric not null default 0 check (temperature between 0 and 2),
  seed bigint,
  max_tokens integer not null default 1024 check (max_tokens > 0),
  response_mode text not null default 'json_schema' check (response_mode in ('json_schema', 'json_object', 'text')),
  template_sha256 text check (template_sha256 ~ '^[0-9a-f]{64}$'),
  price_in_usd_per_mtok numeric check (price_in_usd_per_mtok >= 0),
  price_out_usd_per_mtok numeric check (price_out_usd_per_mtok >= 0),
  max_concurrency integer not null default 8 check (max_concurrency between 1 and 1024),
  created_by uuid references core.accounts on delete set null,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint kyai_judge_scale check (scale_min < scale_max and (pass_threshold is null or pass_threshold between scale_min and scale_max))
);
create unique index kyai_judge_configs_name_key on core.kyai_judge_configs (org_id, lower(judge_name), version);
comment on table core.kyai_judge_configs is 'Judges: endpoint, rubric, scale. A version never changes.';

create table core.kyai_evaluations (
  evaluation_id integer generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  project_id integer not null references core.projects on delete cascade,
  owner_account_id uuid references core.accounts on delete set null,
  evaluation_name text not null check (length(btrim(evaluation_name)) between 1 and 200),
  prompt_set_id integer not null references core.kyai_prompt_sets,
  mode text not null check (mode in ('pointwise', 'reference', 'pairwise')),
  baseline_endpoint_id integer references core.kyai_candidate_endpoints on delete set null,
  generation_repeats integer not null default 1 check (generation_repeats between 1 and 20),
  judge_repeats integer not null default 1 check (judge_repeats between 1 and 20),
  max_cost_usd numeric check (max_cost_usd > 0),
  seed bigint,
  manifest jsonb not null,
  manifest_sha256 text not null check (manifest_sha256 ~ '^[0-9a-f]{64}$'),
  idempotency_key text,
  status_code text not null default 'pending'
    check (status_code in ('pending', 'queued', 'running', 'completed', 'failed', 'cancelled')),
  error_code text,
  error_message text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create unique index kyai_evaluations_name_key on core.kyai_evaluations (project_id, lower(evaluation_name));
create unique index kyai_evaluations_idempotency_key on core.kyai_evaluations (org_id, idempotency_key) where idempotency_key is not null;
create index kyai_evaluations_org_idx on core.kyai_evaluations (org_id, created_at desc);
comment on table core.kyai_evaluations is 'Candidates x judges x a prompt set; the manifest holds all that is needed to run it again.';

create table core.kyai_slots (
  org_id uuid not null references core.organizations on delete cascade,
  slot integer not null check (slot between 1 and 5),
  evaluation_id integer not null unique references core.kyai_evaluations on delete cascade,
  expires_at timestamptz not null,
  primary key (org_id, slot)
);
comment on table core.kyai_slots is 'Evaluations under way, at most five a workspace. A slot is a lease: whoever works on the evaluation renews it.';

create table core.kyai_generation_runs (
  generation_run_id integer generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  evaluation_id integer references core.kyai_evaluations on delete cascade,
  candidate_endpoint_id integer not null references core.kyai_candidate_endpoints,
  prompt_set_id integer not null references core.kyai_prompt_sets,
  repeats integer not null default 1 check (repeats between 1 and 20),
  seed bigint,
  params jsonb not null default '{}',
  status_code text not null default 'pending'
    check (status_code in ('pending', 'queued', 'running', 'completed', 'failed', 'cancelled')),
  error_code text,
  error_message text,
  created_by uuid references core.accounts on delete set null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index kyai_generation_runs_evaluation_idx on core.kyai_generation_runs (evaluation_id);
create index kyai_generation_runs_org_idx on core.kyai_generation_runs (org_id, created_at desc);
comment on table core.kyai_generation_runs is 'One candidate answering one prompt set; evaluation_id null when asked for by itself.';

create table core.kyai_generation_outputs (
  generation_output_id bigint generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  generation_run_id integer not null references core.kyai_generation_runs on delete cascade,
  prompt_id integer not null references core.kyai_prompts,
  repeat_index integer not null default 0,
  status_code text not null default 'pending' check (status_code in ('pending', 'running', 'completed', 'failed', 'cancelled')),
  output_text text,
  finish_reason text,
  input_tokens integer,
  output_tokens integer,
  ttft_ms double precision,
  latency_ms double precision,
  model_returned text,
  system_fingerprint text,
  cost_usd numeric,
  error_code text,
  error_message text,
  attempt_count integer not null default 0,
  lease_owner text,
  lease_expires_at timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (generation_run_id, prompt_id, repeat_index)
);
create index kyai_generation_outputs_org_idx on core.kyai_generation_outputs (org_id, generation_output_id desc);
comment on table core.kyai_generation_outputs is 'Answers of a candidate. Tokens and cost are null when not reported, never 0.';

create table core.kyai_judge_runs (
  judge_run_id integer generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  evaluation_id integer references core.kyai_evaluations on delete cascade,
  generation_run_id integer not null references core.kyai_generation_runs on delete cascade,
  judge_config_id integer not null references core.kyai_judge_configs,
  repeats integer not null default 1 check (repeats between 1 and 20),
  status_code text not null default 'pending'
    check (status_code in ('pending', 'queued', 'running', 'completed', 'failed', 'cancelled')),
  error_code text,
  error_message text,
  created_by uuid references core.accounts on delete set null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index kyai_judge_runs_generation_idx on core.kyai_judge_runs (generation_run_id);
create index kyai_judge_runs_evaluation_idx on core.kyai_judge_runs (evaluation_id);
create index kyai_judge_runs_org_idx on core.kyai_judge_runs (org_id, created_at desc);
comment on table core.kyai_judge_runs is 'One judge scoring one generation run: stored answers can be judged again without asking the candidate.';

create table core.kyai_outputs (
  output_id bigint generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  judge_run_id integer not null references core.kyai_judge_runs on delete cascade,
  generation_output_id bigint not null references core.kyai_generation_outputs on delete cascade,
  judge_repeat integer not null default 0,
  answer_order integer not null default 0 check (answer_order in (0, 1)),
  status_code text not null default 'pending' check (status_code in ('pending', 'running', 'completed', 'failed', 'cancelled')),
  score numeric,
  verdict text,
  judge_response text,
  rationale text,
  unscored_reason text,
  parse_method text,
  is_ambiguous boolean not null default false,
  input_tokens integer,
  output_tokens integer,
  latency_ms double precision,
  cost_usd numeric,
  error_code text,
  error_message text,
  attempt_count integer not null default 0,
  lease_owner text,
  lease_expires_at timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (judge_run_id, generation_output_id, judge_repeat, answer_order),
  constraint score_or_reason check (score is null or unscored_reason is null),
  constraint score_is_a_number check (score <> 'NaN')
);
create index kyai_outputs_generation_idx on core.kyai_outputs (generation_output_id);
create index kyai_outputs_org_idx on core.kyai_outputs (org_id, output_id desc);
comment on table core.kyai_outputs is 'Verdicts: score, and always what the judge said (judge_response). No score: unscored_reason says why.';

create table core.kyai_attempts (
  kyai_attempt_id bigint generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  stage text not null check (stage in ('generation', 'judge')),
  generation_output_id bigint references core.kyai_generation_outputs on delete cascade,
  output_id bigint references core.kyai_outputs on delete cascade,
  http_status integer,
  retry_after_s double precision,
  input_tokens integer,
  output_tokens integer,
  cost_usd numeric,
  error_code text,
  created_at timestamptz not null default clock_timestamp(),
  constraint kyai_attempt_of_one check ((stage = 'generation') = (generation_output_id is not null) and (stage = 'judge') = (output_id is not null))
);
create index kyai_attempts_generation_idx on core.kyai_attempts (generation_output_id);
create index kyai_attempts_output_idx on core.kyai_attempts (output_id);
create index kyai_attempts_org_idx on core.kyai_attempts (org_id, created_at desc);
comment on table core.kyai_attempts is 'Every HTTP attempt to a candidate or judge; costs are summed over these.';

create table core.kyai_results (
  result_id integer generated always as identity primary key,
  org_id uuid not null references core.organizations on delete cascade,
  evaluation_id integer references core.kyai_evaluations on delete cascade,
  judge_run_id integer not null references core.kyai_judge_runs on delete cascade,
  candidate_endpoint_id integer not null references core.kyai_candidate_endpoints,
  judge_config_id integer not null references core.kyai_judge_configs,
  prompt_set_id integer not null references core.kyai_prompt_sets,
  category text,
  n_expected integer not null,
  n_scored integer not null,
  n_unscored integer not null,
  unscored_reasons jsonb not null default '{}',
  score numeric,
  score_sd numeric,
  confidence_interval_lower numeric,
  confidence_interval_upper numeric,
  ci_method text,
  pass_rate numeric,
  pass_rate_lower numeric,
  pass_rate_upper numeric,
  cost_usd numeric,
  created_at timestamptz not null default now(),
  constraint kyai_results_key unique nulls not distinct (judge_run_id, category),
  constraint kyai_results_counts check (n_expected = n_scored + n_unscored and n_scored >= 0 and n_unscored >= 0),
  constraint kyai_results_score check ((score is null) = (n_scored = 0))
);
create index kyai_results_org_idx on core.kyai_results (org_id, created_at desc);
create index kyai_results_evaluation_idx on core.kyai_results (evaluation_id);
comment on table core.kyai_results is 'Means per candidate, judge and set (category null: the whole set), each with n_scored of n_expected and an interval.';

-- A slot of an evaluation that nobody works on any more is given to another after this.
insert into core.settings (key, value) values ('kyai_slot_ttl_s', '3600');
