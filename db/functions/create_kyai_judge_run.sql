-- after: core_kyai_runs, core_quota
create function api.create_kyai_judge_run(p_generation_run_id integer, p_judge_config_id integer, p_judge_repeats integer default 1) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  g core.kyai_generation_runs;
  j core.kyai_judge_configs;
  new_id integer;
begin
  select * into g from core.kyai_generation_runs where generation_run_id = p_generation_run_id and org_id = any (auth.org_ids());
  if not found then
    perform auth.fail('not_found', pg_catalog.format('There is no generation run %s.', coalesce(p_generation_run_id::text, 'null')), pg_catalog.jsonb_build_object('field', 'p_generation_run_id'));
  end if;
  perform auth.require_role(g.org_id, 'engineer');
  select * into j from core.kyai_judge_configs where judge_config_id = p_judge_config_id and org_id = g.org_id and archived_at is null;
  if not found then
    perform auth.fail('not_found', pg_catalog.format('There is no judge %s in this workspace.', coalesce(p_judge_config_id::text, 'null')), pg_catalog.jsonb_build_object('field', 'p_judge_config_id'));
  end if;
  perform core.check_repeats(p_judge_repeats, 'p_judge_repeats');
  if g.status_code in ('failed', 'cancelled') then
    perform auth.fail('conflict', pg_catalog.format('Generation run %s is %s: there is nothing whole to judge.', p_generation_run_id, g.status_code),
      pg_catalog.jsonb_build_object('field', 'p_generation_run_id', 'status_code', g.status_code));
  end if;
  if j.mode = 'pairwise' then
    perform auth.fail('validation_failed', 'Pairs need a baseline: submit an evaluation.', pg_catalog.jsonb_build_object('field', 'p_judge_config_id'), 'Use create_kyai_evaluation with p_baseline_endpoint_id.');
  end if;
  if j.mode = 'reference' and exists (select from core.kyai_prompts where prompt_set_id = g.prompt_set_id and reference_answer is null) then
    perform auth.fail('validation_failed', 'The prompt set has prompts without a reference answer.', pg_catalog.jsonb_build_object('field', 'p_judge_config_id'));
  end if;
  perform core.require_quota(g.org_id, 'judge_tokens');
  new_id := core.add_judge_run(g.org_id, null, p_generation_run_id, p_judge_config_id, p_judge_repeats);
  perform core.audit(g.org_id, 'create_kyai_judge_run', 'kyai_judge_run', new_id::text,
    pg_catalog.jsonb_build_object('generation_run_id', p_generation_run_id, 'judge_config_id', p_judge_config_id));
  return new_id;
end
$$;
comment on function api.create_kyai_judge_run is 'Has a judge score the answers of a generation run; returns the judge_run_id. The candidate is not asked again.';
