create function api.get_kyai_judge_run(p_judge_run_id integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  r core.kyai_judge_runs;
begin
  select * into r from core.kyai_judge_runs where judge_run_id = p_judge_run_id and org_id = any (auth.org_ids());
  if not found then
    perform auth.fail('not_found', pg_catalog.format('There is no judge run %s.', coalesce(p_judge_run_id::text, 'null')), pg_catalog.jsonb_build_object('field', 'p_judge_run_id'));
  end if;
  return (
    select pg_catalog.jsonb_build_object('judge_run_id', r.judge_run_id, 'org_id', r.org_id, 'evaluation_id', r.evaluation_id,
      'generation_run_id', r.generation_run_id, 'judge_config_id', r.judge_config_id,
      'judge_name', (select judge_name from core.kyai_judge_configs where judge_config_id = r.judge_config_id),
      'repeats', r.repeats, 'status_code', r.status_code, 'error_code', r.error_code, 'error_message', r.error_message,
      'n_expected', count(*), 'n_scored', count(o.score), 'n_unscored', count(*) filter (where o.unscored_reason is not null),
      'cost_usd', sum(o.cost_usd),
      -- A mean is made in one place, with its interval: nothing is averaged here.
      'score', (select x.score from core.kyai_results x where x.judge_run_id = r.judge_run_id and x.category is null),
      'confidence_interval_lower', (select x.confidence_interval_lower from core.kyai_results x where x.judge_run_id = r.judge_run_id and x.category is null),
      'confidence_interval_upper', (select x.confidence_interval_upper from core.kyai_results x where x.judge_run_id = r.judge_run_id and x.category is null),
      'created_at', r.created_at, 'started_at', r.started_at, 'finished_at', r.finished_at)
    from core.kyai_outputs o where o.judge_run_id = r.judge_run_id);
end
$$;
comment on function api.get_kyai_judge_run is 'Status of a judge run with counts of its verdicts; score and interval once it has results.';
