-- after: core_hear_server
create function api.worker_register(
  p_hostname text, p_machine_id text, p_boot_id text, p_agent_version text, p_hardware jsonb, p_capabilities jsonb
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  registration_org uuid := (auth.claims() ->> 'registration_org_id')::uuid;
  the_server_id integer;
  w core.workers;
  token text := auth.new_token('ysw_');
begin
  if registration_org is null then
    perform auth.fail('forbidden', 'Registering needs a registration token (ysr_…).', null, 'Create one on the Servers page.');
  end if;
  if p_hostname is null or p_hostname !~ '^[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?$' then
    perform auth.fail('validation_failed', 'p_hostname is not a hostname.', pg_catalog.jsonb_build_object('field', 'p_hostname'));
  end if;
  if p_machine_id is null or length(p_machine_id) < 8 then
    perform auth.fail('validation_failed', 'p_machine_id needs at least 8 characters.', pg_catalog.jsonb_build_object('field', 'p_machine_id'));
  end if;
  insert into core.servers (org_id, hostname) values (registration_org, p_hostname)
  on conflict (org_id, hostname) do update set hostname = excluded.hostname
  returning server_id into the_server_id;
  insert into core.workers as existing (org_id, server_id, machine_id, boot_id, token_hash, agent_version, hardware, capabilities)
  values (registration_org, the_server_id, p_machine_id, p_boot_id, auth.token_hash(token), p_agent_version, p_hardware, p_capabilities)
  on conflict (org_id, machine_id) do update set
    server_id = excluded.server_id, boot_id = excluded.boot_id, token_hash = excluded.token_hash, epoch = existing.epoch + 1,
    agent_version = excluded.agent_version, hardware = excluded.hardware, capabilities = excluded.capabilities,
    state_code = 'idle', last_sync_at = now()
  returning * into w;
  perform core.hear_server(w.server_id, w.org_id);
  perform core.audit(registration_org, 'worker_register', 'worker', w.worker_id::text,
    pg_catalog.jsonb_build_object('hostname', p_hostname, 'epoch', w.epoch, 'agent_version', p_agent_version));
  return pg_catalog.jsonb_build_object(
    'worker_id', w.worker_id, 'org_id', w.org_id, 'server_id', w.server_id, 'epoch', w.epoch, 'access_token', token,
    'intervals', pg_catalog.jsonb_build_object(
      'sync_s', core.setting_number('sync_s'), 'log_s', core.setting_number('log_s'),
      'telemetry_s', core.setting_number('telemetry_s'), 'lease_ttl_s', core.setting_number('lease_ttl_s')),
    'open_attempts', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('job_id', a.job_id, 'attempt', a.attempt)), '[]')
      from core.job_attempts a where a.worker_id = w.worker_id and a.outcome is null));
end
$$;
comment on function api.worker_register is 'Registers a worker agent with a registration token; the same machine again raises its epoch and fences the agent before it.';
