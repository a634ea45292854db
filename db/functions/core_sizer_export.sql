-- after: core_audit
create or replace function core.argv_count(p_argv text[], p_flags text[]) returns integer
language sql immutable set search_path = ''
as $$
  -- "--flag N" or "--flag=N"; the last one counts, as with the programs themselves.
  select found.value::integer from (
    select n, case when word = any (p_flags) then p_argv[n + 1] else pg_catalog.split_part(word, '=', 2) end as value
    from pg_catalog.unnest(p_argv) with ordinality a (word, n)
    where word = any (p_flags) or pg_catalog.split_part(word, '=', 1) = any (p_flags)
  ) found
  where found.value ~ '^[1-9][0-9]{0,3}$'
  order by found.n desc limit 1
$$;
comment on function core.argv_count is 'The number that a command gives to one of the flags; null without one.';

create or replace function core.sizer_precision(p_quantization_code text) returns text
language sql immutable set search_path = ''
as $$
  select case p_quantization_code when 'fp16' then 'bf16' when 'fp8' then 'fp8' when 'int8' then 'int8' when 'fp4' then 'fp4'
    when 'mxfp4' then 'fp4' when 'int4' then 'int4' end
$$;
comment on function core.sizer_precision is 'The sizer''s precision of a quantization of the catalog; null for another.';

create or replace function core.sizer_candidate_points(p_org_id uuid, p_job_ids integer[], p_include_imported boolean)
returns table (job_id integer, reason text, point core.sizer_training_points)
language sql stable security definer set search_path = ''
as $$
  with jobs as (
    select wanted.id, j.*, x.job_id as result_id, x.is_valid, x.invalid_reasons, x.success_rate, m.facts ? 'layers' as has_architecture,
      g.gpu_model is not null as has_gpu, coalesce(x.ttft_p50_ms, x.ttft_mean_ms) as ttft, coalesce(x.tpot_p50_ms, x.tpot_mean_ms) as tpot,
      coalesce(a.argv, c.extra_args, '{}') as argv, c.tensor_parallel, c.launch_kind
    from (select distinct pg_catalog.unnest(p_job_ids)) wanted (id)
    left join core.jobs j on j.job_id = wanted.id and j.org_id = p_org_id
    left join core.results x on x.job_id = j.job_id
    left join core.gpu_models g on g.gpu_model = j.gpu_model
    left join core.server_configs c on c.server_config_id = j.server_config_id
    left join lateral (
      select array(select pg_catalog.jsonb_array_elements_text(t.launch -> 'argv')) as argv
      from core.job_attempts t where t.job_id = j.job_id and t.outcome = 'completed' and pg_catalog.jsonb_typeof(t.launch -> 'argv') = 'array'
      order by t.attempt desc limit 1
    ) a on true
    left join lateral (
      select n.facts from core.ai_models n where n.model_code = j.model_code and (n.org_id is null or n.org_id = p_org_id)
      order by n.org_id nulls last limit 1
    ) m on true
  ), split as (
    select b.*,
      case when b.gpu_count = 1 then 1
        else coalesce(core.argv_count(b.argv, array['--tensor-parallel-size', '-tp', '--tp', '--tp-size', '--tp_size']),
          (b.options ->> 'tensor_parallel')::integer, b.tensor_parallel, case when b.launch_kind = 'process' then b.gpu_count end) end as tp,
      coalesce(core.argv_count(b.argv, array['--pipeline-parallel-size', '-pp', '--pp', '--pp-size', '--pp_size']), (b.options ->> 'pipeline_parallel')::integer, 1) as pp,
      coalesce(core.argv_count(b.argv, array['--data-parallel-size', '-dp', '--dp', '--dp-size']), (b.options ->> 'data_parallel')::integer, 1) as named_dp,
      core.argv_count(b.argv, array['--expert-parallel-size', '--ep-size', '--ep', '--ep_size', '--moe-ep-size']) as named_ep,
      b.argv && array['--enable-expert-parallel'] as has_ep,
      b.argv && array['--enable-dp-attention'] as has_dp_attention
    from jobs b
  ), shaped as (
    -- SGLang's tp counts the GPUs that its attention groups share; vLLM's counts those of one group.
    select s.*, case when s.has_dp_attention then s.tp / s.named_dp else s.tp end as group_tp, s.named_dp as dp from split s
  )
  select s.id,
    case
      when s.job_id is null then 'There is no such job in this workspace.'
      when s.tool_code <> 'bench-llm' then 'Only LLM benchmarks are training points.'
      when s.provenance = 'simulated' then 'Its figures are simulated: the sizer never learns from a simulation.'
      when s.provenance = 'published' then 'Its figures are published ones, not of this workspace.'
      when s.provenance = 'imported' and not p_include_imported then 'It was imported: say include_imported to count it.'
      when s.status_code <> 'completed' then pg_catalog.format('It is %s, not completed.', s.status_code)
      when s.result_id is null then 'It has no result.'
      when not s.is_valid then pg_catalog.format('Its result is not valid (%s).', pg_catalog.array_to_string(s.invalid_reasons, ', '))
      when s.success_rate < 0.99 then 'More than 1 % of its requests failed.'
      when not s.has_gpu then 'Its GPU is not named, or not one of the catalog.'
      when s.gpu_count is null then 'Its number of GPUs is not known.'
      when s.has_architecture is not true then pg_catalog.format('The sizer does not know the architecture of "%s": add the model from its config.json.', s.model_code)
      when s.framework_code is null or s.framework_code not in ('vllm', 'sglang', 'trt-llm') then
        pg_catalog.format('The sizer does not know the framework "%s".', coalesce(s.framework_code, 'none named'))
      when core.sizer_precision(s.quantization_code) is null then pg_catalog.format('The sizer does not know the precision "%s".', coalesce(s.quantization_code, 'none named'))
      when pg_catalog.array_to_string(s.argv, ' ') ~* 'speculative' then 'It ran with speculative decoding, which training points leave out.'
      when s.tp is null then 'How its GPUs share the model is not known: name tensor_parallel in the server config.'
      when s.group_tp < 1 or s.group_tp * s.pp * s.dp <> s.gpu_count then pg_catalog.format('Its %s GPUs are not one replica of tp %s × pp %s × dp %s.', s.gpu_count, s.group_tp, s.pp, s.dp)
      when s.concurrency is null or s.input_sequence_length is null or s.output_sequence_length is null then 'Its concurrency or lengths are not fixed.'
      when s.ttft is null or s.ttft <= 0 or s.tpot is null or s.tpot <= 0 then 'It has no TTFT or no TPOT.'
    end,
    case when s.job_id is not null then row(p_org_id, s.job_id, s.provenance, s.model_code, s.gpu_model, s.framework_code, s.framework_version,
      pg_catalog.to_char(coalesce(s.finished_at, s.created_at) at time zone 'UTC', 'YYYY-MM-DD'), core.sizer_precision(s.quantization_code),
      s.input_sequence_length, s.output_sequence_length, s.concurrency, s.gpu_count, s.group_tp, s.pp, s.dp,
      coalesce(s.named_ep, case when s.has_ep then s.group_tp * s.dp else 1 end), s.ttft, s.tpot, now())::core.sizer_training_points end
  from shaped s
$$;
comment on function core.sizer_candidate_points is 'Each job as a training point, or why it cannot be one.';

create or replace function core.sizer_export_json(e core.sizer_export_jobs) returns jsonb
language sql stable set search_path = ''
as $$
  select pg_catalog.jsonb_build_object('export_job_id', e.export_job_id, 'org_id', e.org_id, 'action', e.action, 'status', e.status,
    'requested_by', e.requested_by, 'jobs', e.jobs, 'accepted', e.accepted, 'refused', e.refused, 'model_version', e.model_version,
    'error', e.error, 'created_at', e.created_at, 'finished_at', e.finished_at)
$$;
comment on function core.sizer_export_json is 'An export job as the API answers it.';

create or replace function core.sizer_export(p_org_id uuid, p_action text, p_job_ids integer[], p_run_id integer, p_include_imported boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted integer[] := p_job_ids;
  done core.sizer_export_jobs;
  refusals jsonb := '[]';
  moved integer;
begin
  perform auth.require_role(p_org_id, 'engineer');
  if p_run_id is not null then
    if not exists (select from core.runs where run_id = p_run_id and org_id = p_org_id) then
      perform auth.fail('not_found', 'There is no such run in this workspace.', pg_catalog.jsonb_build_object('field', 'project_run_id'));
    end if;
    wanted := array(select job_id from core.jobs where run_id = p_run_id and org_id = p_org_id order by job_id);
  end if;
  if p_action = 'withdraw' then
    delete from core.sizer_training_points where org_id = p_org_id and job_id = any (wanted);
    get diagnostics moved = row_count;
  else
    insert into core.sizer_training_points
    select (c.point).* from core.sizer_candidate_points(p_org_id, wanted, p_include_imported) c where c.reason is null
    on conflict (org_id, job_id) do update set provenance = excluded.provenance, model_code = excluded.model_code, gpu_model = excluded.gpu_model,
      framework = excluded.framework, framework_version = excluded.framework_version, measured_on = excluded.measured_on, precision = excluded.precision,
      isl = excluded.isl, osl = excluded.osl, concurrency = excluded.concurrency, gpus = excluded.gpus, tp = excluded.tp, pp = excluded.pp,
      dp_attention = excluded.dp_attention, ep = excluded.ep, ttft_ms = excluded.ttft_ms, tpot_ms = excluded.tpot_ms;
    get diagnostics moved = row_count;
    select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('job_id', c.job_id, 'reason', c.reason) order by c.job_id), '[]') into refusals
    from core.sizer_candidate_points(p_org_id, wanted, p_include_imported) c where c.reason is not null;
  end if;
  insert into core.sizer_export_jobs (org_id, action, status, requested_by, jobs, accepted, refused, started_at, finished_at)
  values (p_org_id, p_action, 'completed', auth.account_id(), coalesce(pg_catalog.cardinality(wanted), 0), moved, refusals, now(), pg_catalog.clock_timestamp())
  returning * into done;
  perform core.audit(p_org_id, 'sizer_' || p_action, 'sizer_export_job', done.export_job_id::text,
    pg_catalog.jsonb_build_object('jobs', done.jobs, 'accepted', moved));
  return core.sizer_export_json(done);
end
$$;
comment on function core.sizer_export is 'Makes results training points of the workspace, or takes them back. The same job twice is one point. Engineers.';

create or replace function core.sizer_list_exports(p_org_id uuid, p_limit integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(pg_catalog.jsonb_agg(core.sizer_export_json(e)), '[]')
  from (select x.* from core.sizer_export_jobs x where x.org_id = p_org_id order by x.created_at desc, x.export_job_id limit p_limit) e
$$;
comment on function core.sizer_list_exports is 'Export jobs of a workspace, newest first.';

create or replace function core.sizer_start_training(p_org_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  job core.sizer_export_jobs;
begin
  perform auth.require_role(p_org_id, 'admin');
  perform core.sizer_end_lost_trainings();
  insert into core.sizer_export_jobs (org_id, action, status, requested_by)
  values (p_org_id, 'train', 'pending', auth.account_id())
  on conflict (org_id) where action = 'train' and status in ('pending', 'running') do nothing
  returning * into job;
  if job.export_job_id is null then
    select * into job from core.sizer_export_jobs where org_id = p_org_id and action = 'train' and status in ('pending', 'running');
    return pg_catalog.jsonb_build_object('is_new', false, 'job', core.sizer_export_json(job));
  end if;
  perform core.audit(p_org_id, 'sizer_train', 'sizer_export_job', job.export_job_id::text);
  return pg_catalog.jsonb_build_object('is_new', true, 'job', core.sizer_export_json(job));
end
$$;
comment on function core.sizer_start_training is 'A new training of the workspace, or the one under way. Admins only.';

create or replace function core.sizer_begin_training(p_export_job_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  org uuid;
  points jsonb;
begin
  update core.sizer_export_jobs set status = 'running', started_at = now()
  where export_job_id = p_export_job_id and status = 'pending' returning org_id into org;
  select coalesce(pg_catalog.jsonb_agg(pg_catalog.to_jsonb(p) - 'org_id' - 'exported_at'
    || pg_catalog.jsonb_build_object('point_id', 'job-' || p.job_id) order by p.job_id), '[]') into points
  from core.sizer_training_points p where p.org_id = org;
  update core.sizer_export_jobs set jobs = pg_catalog.jsonb_array_length(points) where export_job_id = p_export_job_id;
  return points;
end
$$;
comment on function core.sizer_begin_training is 'Marks a training as running; answers the points to send, in the order of their jobs.';

create or replace function core.sizer_end_training(p_export_job_id uuid, p_accepted integer, p_refused jsonb, p_model_version text, p_error text) returns void
language sql volatile security definer set search_path = ''
as $$
  update core.sizer_export_jobs set status = case when p_error is null then 'completed' else 'failed' end, accepted = coalesce(p_accepted, 0),
    refused = coalesce(p_refused, '[]'), model_version = p_model_version, error = p_error, finished_at = pg_catalog.clock_timestamp()
  where export_job_id = p_export_job_id and status in ('pending', 'running')
$$;
comment on function core.sizer_end_training is 'Writes down how a training ended.';

create or replace function core.sizer_end_lost_trainings() returns integer
language sql volatile security definer set search_path = ''
as $$
  with lost as (
    update core.sizer_export_jobs set status = 'failed', error = 'The process that ran it ended. Start it again.', finished_at = now()
    where action = 'train' and status in ('pending', 'running') and coalesce(started_at, created_at) < now() - interval '10 minutes'
    returning 1
  )
  select pg_catalog.count(*)::integer from lost
$$;
comment on function core.sizer_end_lost_trainings is 'Ends trainings whose process died; answers how many.';
