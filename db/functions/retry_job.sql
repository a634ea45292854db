-- after: core_server_last_heard
create function api.retry_job(p_job_id integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  j core.jobs;
  worker_seen timestamptz;
  base_name text;
  new_job_id integer;
begin
  select * into j from core.jobs where job_id = p_job_id and org_id = any (auth.org_ids());
  if not found then
    perform auth.fail('not_found', pg_catalog.format('There is no job %s.', coalesce(p_job_id::text, 'null')), pg_catalog.jsonb_build_object('field', 'p_job_id'));
  end if;
  perform auth.require_role(j.org_id, 'engineer');
  if j.status_code not in ('failed', 'cancelled') then
    perform auth.fail('conflict', pg_catalog.format('Job %s is %s; only failed and cancelled jobs are tried again.', p_job_id, j.status_code),
      pg_catalog.jsonb_build_object('status_code', j.status_code), 'To measure it once more, submit a copy of it.');
  end if;
  if not exists (
    select from core.server_configs where server_config_id = j.server_config_id and archived_at is null
  ) or j.provenance not in ('measured', 'simulated') then
    perform auth.fail('conflict', pg_catalog.format('The server config of job %s is gone.', p_job_id),
      pg_catalog.jsonb_build_object('config_code', j.config_code), 'Submit it again with another config.');
  end if;
  worker_seen := core.server_last_heard(j.server_id);
  if worker_seen is null or worker_seen < now() - core.setting_interval('worker_offline_s') then
    perform auth.fail('server_unavailable',
      case when worker_seen is null then pg_catalog.format('No worker ever registered on the server "%s".', j.server_hostname)
        else pg_catalog.format('The worker on "%s" was last heard %s s ago.', j.server_hostname, pg_catalog.round(extract(epoch from now() - worker_seen))) end,
      pg_catalog.jsonb_build_object('server_hostname', j.server_hostname, 'last_heartbeat_at', worker_seen), 'Start the worker on that server first.');
  end if;

  -- A job of its own beside the first, which keeps its logs and its reason: "name (2)", "name (3)".
  base_name := pg_catalog.left(pg_catalog.regexp_replace(j.job_name, ' \(\d+\)$', ''), 190);
  for n in 2..1000 loop
    insert into core.jobs (org_id, project_id, run_id, owner_account_id, job_name, tool_code, provenance, framework_code, framework_version,
      model_code, quantization_code, server_config_id, server_id, config_code, server_hostname, gpu_model, gpu_name, gpu_count, concurrency,
      input_sequence_length, output_sequence_length, options, launch_spec, max_attempts)
    values (j.org_id, j.project_id, j.run_id, auth.account_id(), pg_catalog.format('%s (%s)', base_name, n), j.tool_code, j.provenance, j.framework_code,
      j.framework_version, j.model_code, j.quantization_code, j.server_config_id, j.server_id, j.config_code, j.server_hostname, j.gpu_model, j.gpu_name,
      j.gpu_count, j.concurrency, j.input_sequence_length, j.output_sequence_length, j.options, j.launch_spec, j.max_attempts)
    on conflict (run_id, lower(job_name)) do nothing returning job_id into new_job_id;
    exit when new_job_id is not null;
  end loop;
  if new_job_id is null then
    perform auth.fail('conflict', pg_catalog.format('Job %s was tried a thousand times.', p_job_id));
  end if;
  insert into core.job_status_history (org_id, job_id, status_code, message)
  values (j.org_id, new_job_id, 'pending', pg_catalog.format('Accepted as another try of job %s; waits for a worker.', p_job_id));
  perform core.audit(j.org_id, 'retry_job', 'job', new_job_id::text, pg_catalog.jsonb_build_object('of_job_id', p_job_id));
  return new_job_id;
end
$$;
comment on function api.retry_job is 'Submits a failed or cancelled job again with the very same parameters and launch, as a new job of its run named "… (2)"; returns its job_id. Counts as a submission.';
