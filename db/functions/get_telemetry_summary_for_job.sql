-- after: core_telemetry_summary_json
create function api.get_telemetry_summary_for_job(p_job_id integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from core.jobs where job_id = p_job_id and org_id = any (auth.org_ids())) then
    perform auth.fail('not_found', pg_catalog.format('There is no job %s.', coalesce(p_job_id::text, 'null')), pg_catalog.jsonb_build_object('field', 'p_job_id'));
  end if;
  return core.telemetry_summary_json(p_job_id);
end
$$;
comment on function api.get_telemetry_summary_for_job is 'Telemetry of a job over its measured window: totals, each GPU, and energy per token where it can be trusted. Null figures where nothing was sampled.';
