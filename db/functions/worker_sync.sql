-- after: core_worker_guard, core_set_job_status, core_release_attempt, core_hear_server
create function api.worker_sync(p_worker_id uuid, p_epoch integer, p_state text, p_leases jsonb, p_now timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  w core.workers := core.calling_worker(p_worker_id, p_epoch);
  lease jsonb;
  a core.job_attempts;
  j core.jobs;
  answers jsonb := '[]';
  new_expiry timestamptz;
begin
  if p_state not in ('idle', 'busy', 'draining') then
    perform auth.fail('validation_failed', 'p_state is idle, busy or draining.', pg_catalog.jsonb_build_object('field', 'p_state'));
  end if;
  update core.workers set last_sync_at = now(), state_code = p_state where worker_id = p_worker_id;
  update core.server_config_instances set last_heartbeat_at = now() where server_id = w.server_id;
  perform core.hear_server(w.server_id, w.org_id);

  -- Attempts of an agent before this one that the present one does not know: it lost them, so they go back at once.
  for a in
    select * from core.job_attempts held
    where held.worker_id = p_worker_id and held.outcome is null and held.worker_epoch < p_epoch
      and not exists (
        select from pg_catalog.jsonb_array_elements(p_leases) l
        where (l ->> 'job_id')::integer = held.job_id and (l ->> 'attempt')::integer = held.attempt)
  loop
    perform core.release_attempt(a.job_id, a.attempt, 'lost', 'worker_restarted', 'The worker restarted and lost this job.', true);
  end loop;

  for lease in select * from pg_catalog.jsonb_array_elements(p_leases) loop
    select * into a from core.job_attempts
    where job_id = (lease ->> 'job_id')::integer and attempt = (lease ->> 'attempt')::integer and worker_id = p_worker_id
    for update;
    if not found or a.outcome is not null or a.lease_token_hash <> auth.token_hash(lease ->> 'lease_token') then
      answers := answers || pg_catalog.jsonb_build_object('job_id', (lease ->> 'job_id')::integer,
        'attempt', (lease ->> 'attempt')::integer, 'expires_at', null, 'lost', true, 'cancel_requested', false);
      continue;
    end if;
    new_expiry := now() + core.setting_interval('lease_ttl_s');
    update core.job_attempts set lease_expires_at = new_expiry, phase_code = lease ->> 'phase'
    where job_id = a.job_id and attempt = a.attempt;
    perform core.set_job_status(a.job_id, case when lease ->> 'phase' = 'claimed' then 'queued' else 'running' end, lease ->> 'phase');
    update core.jobs set progress = (lease ->> 'progress')::numeric where job_id = a.job_id returning * into j;
    answers := answers || pg_catalog.jsonb_build_object('job_id', a.job_id, 'attempt', a.attempt, 'expires_at', new_expiry,
      'lost', false, 'cancel_requested', j.cancel_requested_at is not null);
  end loop;

  return pg_catalog.jsonb_build_object(
    'server_time', now(),
    'leases', answers,
    'commands', case when w.drain_requested_at is null then '[]'::jsonb else '[{"kind": "drain"}]'::jsonb end,
    'next_sync_ms', (core.setting_number('sync_s') * 1000)::integer,
    'pending_jobs', (
      select pg_catalog.count(*) from core.jobs p
      where p.status_code = 'pending' and p.server_id = w.server_id and (p.not_before is null or p.not_before <= now())));
end
$$;
comment on function api.worker_sync is 'Heartbeat, lease renewal, cancel channel and drain in one call.';
