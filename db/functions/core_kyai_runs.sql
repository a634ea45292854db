create or replace function core.find_prompt_set(p_org_id uuid, p_prompt_set_id integer) returns core.kyai_prompt_sets
language plpgsql stable security definer set search_path = ''
as $$
declare
  s core.kyai_prompt_sets;
begin
  select * into s from core.kyai_prompt_sets where prompt_set_id = p_prompt_set_id and (org_id is null or org_id = p_org_id);
  if not found then
    perform auth.fail('not_found', pg_catalog.format('There is no prompt set %s.', coalesce(p_prompt_set_id::text, 'null')), pg_catalog.jsonb_build_object('field', 'p_prompt_set_id'));
  end if;
  if not exists (select from core.kyai_prompts where prompt_set_id = p_prompt_set_id) then
    perform auth.fail('validation_failed', pg_catalog.format('The prompt set "%s" has no prompts.', s.set_name), pg_catalog.jsonb_build_object('field', 'p_prompt_set_id'));
  end if;
  return s;
end
$$;
comment on function core.find_prompt_set is 'A prompt set, built in or of the workspace, that has prompts; raises not_found or validation_failed.';

create or replace function core.check_repeats(p_repeats integer, p_field text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_repeats is null or p_repeats not between 1 and 20 then
    perform auth.fail('validation_failed', pg_catalog.format('%s is 1 to 20.', p_field), pg_catalog.jsonb_build_object('field', p_field, 'value', p_repeats));
  end if;
end
$$;
comment on function core.check_repeats is 'Repeats of a prompt or a verdict: 1 to 20.';

create or replace function core.add_generation_run(
  p_org_id uuid, p_evaluation_id integer, p_candidate_endpoint_id integer, p_prompt_set_id integer, p_repeats integer, p_seed bigint
) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  new_id integer;
begin
  insert into core.kyai_generation_runs (org_id, evaluation_id, candidate_endpoint_id, prompt_set_id, repeats, seed, params, created_by)
  select p_org_id, p_evaluation_id, p_candidate_endpoint_id, p_prompt_set_id, p_repeats, p_seed, c.params, auth.account_id()
  from core.kyai_candidate_endpoints c where c.candidate_endpoint_id = p_candidate_endpoint_id
  returning generation_run_id into new_id;
  -- All the work is written down before any of it is done: a restart finds what is left.
  insert into core.kyai_generation_outputs (org_id, generation_run_id, prompt_id, repeat_index)
  select p_org_id, new_id, p.prompt_id, r
  from core.kyai_prompts p, pg_catalog.generate_series(0, p_repeats - 1) r
  where p.prompt_set_id = p_prompt_set_id
  order by p.ordinal, r;
  return new_id;
end
$$;
comment on function core.add_generation_run is 'A generation run with a pending row for each prompt and repeat.';

create or replace function core.add_judge_run(p_org_id uuid, p_evaluation_id integer, p_generation_run_id integer, p_judge_config_id integer, p_repeats integer)
returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  new_id integer;
begin
  insert into core.kyai_judge_runs (org_id, evaluation_id, generation_run_id, judge_config_id, repeats, created_by)
  values (p_org_id, p_evaluation_id, p_generation_run_id, p_judge_config_id, p_repeats, auth.account_id())
  returning judge_run_id into new_id;
  -- Pairs are judged in both orders, because judges prefer a place.
  insert into core.kyai_outputs (org_id, judge_run_id, generation_output_id, judge_repeat, answer_order)
  select p_org_id, new_id, o.generation_output_id, r, a
  from core.kyai_generation_outputs o, pg_catalog.generate_series(0, p_repeats - 1) r,
    pg_catalog.generate_series(0, (select case when mode = 'pairwise' then 1 else 0 end from core.kyai_judge_configs where judge_config_id = p_judge_config_id)) a
  where o.generation_run_id = p_generation_run_id
  order by o.generation_output_id, r, a;
  return new_id;
end
$$;
comment on function core.add_judge_run is 'A judge run with a pending row for each answer, repeat and, in pairs, order.';
