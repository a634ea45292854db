-- after: core_require_member, core_find_named, core_is_public_address, core_setting
create function api.create_cloud_execution_request(
  p_owner_account_id uuid, p_org_id uuid, p_project_name text, p_workload_code text, p_config_code text, p_scenario_code text,
  p_auto_terminate boolean, p_hf_token_id integer default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  workload core.workloads;
  scenario core.scenarios;
  config core.server_configs;
  public_url text := (select value #>> '{}' from core.settings where key = 'public_url');
  the_project_id integer;
  new_execution_id integer;
  new_request_id integer;
begin
  perform auth.require_role(p_org_id, 'engineer');
  perform core.require_member(p_org_id, p_owner_account_id);
  workload := core.find_workload(p_org_id, p_workload_code);
  scenario := core.find_scenario(workload, p_scenario_code);
  -- Any server's config of that code says which hardware and how the engine comes up; the machine itself is new.
  select * into config from core.server_configs c
  where c.org_id = p_org_id and c.config_code = p_config_code and c.archived_at is null
  order by c.server_config_id limit 1;
  if not found then
    perform auth.fail('not_found', pg_catalog.format('There is no server config "%s" in this workspace.', p_config_code), pg_catalog.jsonb_build_object('field', 'p_config_code'));
  end if;
  if config.launch_kind <> 'process' or config.gpu_model is null or config.gpu_count is null then
    perform auth.fail('validation_failed', 'A rented machine needs a config that launches an engine on known GPUs.',
      pg_catalog.jsonb_build_object('field', 'p_config_code', 'launch_kind', config.launch_kind, 'gpu_model', config.gpu_model, 'gpu_count', config.gpu_count),
      'Use a config of the kind "process" with its GPUs; create_server_config_gpu adds them.');
  end if;
  if p_auto_terminate is null then
    perform auth.fail('validation_failed', 'p_auto_terminate is true or false.', pg_catalog.jsonb_build_object('field', 'p_auto_terminate'));
  end if;
  if p_hf_token_id is not null and not exists (
      select from core.hf_tokens where hf_token_id = p_hf_token_id and org_id = p_org_id and revoked_at is null) then
    perform auth.fail('not_found', pg_catalog.format('There is no model-hub token %s in this workspace.', coalesce(p_hf_token_id::text, 'null')), pg_catalog.jsonb_build_object('field', 'p_hf_token_id'));
  end if;
  -- Stop conditions of the runbook that are known before a machine is paid for.
  if not coalesce(core.is_public_address(public_url), false) then
    perform auth.fail('validation_failed', case when public_url is null then 'This platform does not know its public address.'
        else pg_catalog.format('The public address of this platform (%s) cannot be reached from a rented machine.', public_url) end,
      pg_catalog.jsonb_build_object('field', 'public_url', 'public_url', public_url, 'stop_condition', 'public_url_not_public'),
      'Workers need https and a host that is not localhost, a container-host alias or private: start the control plane with such a PUBLIC_URL.');
  end if;
  the_project_id := core.ensure_project(p_org_id, p_owner_account_id, p_project_name);
  insert into core.cloud_executions (org_id, owner_account_id, project_id, workload_id, scenario_id, project_name, workload_code, config_code,
    scenario_code, auto_terminate, hf_token_id)
  values (p_org_id, p_owner_account_id, the_project_id, workload.workload_id, scenario.scenario_id,
    (select project_name from core.projects where project_id = the_project_id), workload.workload_code, config.config_code,
    scenario.scenario_code, p_auto_terminate, p_hf_token_id)
  returning execution_id into new_execution_id;
  insert into core.cloud_provisioning_requests (org_id, execution_id, gpu_model, gpu_count)
  values (p_org_id, new_execution_id, config.gpu_model, config.gpu_count)
  returning request_id into new_request_id;
  insert into core.cloud_resource_events (org_id, request_id, status_code, message)
  values (p_org_id, new_request_id, 'pending', 'Accepted; waits for the provisioner.');
  perform core.audit(p_org_id, 'create_cloud_execution_request', 'cloud_execution', new_execution_id::text,
    pg_catalog.jsonb_build_object('request_id', new_request_id, 'config_code', config.config_code, 'scenario_code', scenario.scenario_code));
  return pg_catalog.jsonb_build_object('execution_id', new_execution_id, 'request_id', new_request_id);
end
$$;
comment on function api.create_cloud_execution_request is 'Asks for a rented machine that runs a scenario; returns execution_id and request_id, both pending. Refused when the platform''s own address is not public.';
