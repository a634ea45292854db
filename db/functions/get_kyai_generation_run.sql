create function api.get_kyai_generation_run(p_generation_run_id integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  r core.kyai_generation_runs;
begin
  select * into r from core.kyai_generation_runs where generation_run_id = p_generation_run_id and org_id = any (auth.org_ids());
  if not found then
    perform auth.fail('not_found', pg_catalog.format('There is no generation run %s.', coalesce(p_generation_run_id::text, 'null')), pg_catalog.jsonb_build_object('field', 'p_generation_run_id'));
  end if;
  return (
    select pg_catalog.jsonb_build_object('generation_run_id', r.generation_run_id, 'org_id', r.org_id, 'evaluation_id', r.evaluation_id,
      'candidate_endpoint_id', r.candidate_endpoint_id,
      'display_name', (select display_name from core.kyai_candidate_endpoints where candidate_endpoint_id = r.candidate_endpoint_id),
      'prompt_set_id', r.prompt_set_id, 'repeats', r.repeats, 'seed', r.seed, 'status_code', r.status_code, 'error_code', r.error_code,
      'error_message', r.error_message, 'n_expected', count(*), 'n_completed', count(*) filter (where o.status_code = 'completed'),
      'n_failed', count(*) filter (where o.status_code = 'failed'), 'input_tokens', sum(o.input_tokens), 'output_tokens', sum(o.output_tokens),
      'cost_usd', sum(o.cost_usd), 'created_at', r.created_at, 'started_at', r.started_at, 'finished_at', r.finished_at)
    from core.kyai_generation_outputs o where o.generation_run_id = r.generation_run_id);
end
$$;
comment on function api.get_kyai_generation_run is 'Status of a generation run with counts of its answers; tokens and cost are sums of what was reported, null when nothing was.';
