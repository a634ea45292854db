-- after: core_scenario_code, core_audit
create or replace function core.find_workload(p_org_id uuid, p_workload_code text) returns core.workloads
language plpgsql stable security definer set search_path = ''
as $$
declare
  w core.workloads;
begin
  select * into w from core.workloads where org_id = p_org_id and lower(workload_code) = lower(p_workload_code) and archived_at is null;
  if not found then
    perform auth.fail('not_found', pg_catalog.format('There is no workload "%s" in this workspace.', p_workload_code),
      pg_catalog.jsonb_build_object('field', 'p_workload_code'), 'Create it with create_workload; list_workloads shows what there is.');
  end if;
  return w;
end
$$;
comment on function core.find_workload is 'The workload of that code; raises not_found.';

create or replace function core.find_scenario(p_workload core.workloads, p_scenario_code text) returns core.scenarios
language plpgsql stable security definer set search_path = ''
as $$
declare
  s core.scenarios;
begin
  if core.parse_scenario_code(p_scenario_code) is null then
    perform auth.fail('validation_failed', pg_catalog.format('"%s" is no scenario code.', p_scenario_code), pg_catalog.jsonb_build_object('field', 'p_scenario_code'),
      'The form is c<concurrency>-isl<input tokens>-osl<output tokens>, for example c64-isl1024-osl256.');
  end if;
  select * into s from core.scenarios where workload_id = p_workload.workload_id and scenario_code = p_scenario_code;
  if not found then
    perform auth.fail('not_found', pg_catalog.format('The workload "%s" has no scenario "%s".', p_workload.workload_code, p_scenario_code),
      pg_catalog.jsonb_build_object('field', 'p_scenario_code'), 'Create it with create_scenario; list_scenarios shows what there is.');
  end if;
  return s;
end
$$;
comment on function core.find_scenario is 'The scenario of that code in a workload; raises validation_failed or not_found.';

create or replace function core.ensure_project(p_org_id uuid, p_owner_account_id uuid, p_project_name text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  the_project_id integer;
begin
  if p_project_name is null or length(btrim(p_project_name)) not between 1 and 200 then
    perform auth.fail('validation_failed', 'A project needs a name of 1 to 200 characters.', pg_catalog.jsonb_build_object('field', 'p_project_name'));
  end if;
  insert into core.projects (org_id, owner_account_id, project_name) values (p_org_id, p_owner_account_id, btrim(p_project_name))
  on conflict (org_id, lower(project_name)) do nothing returning project_id into the_project_id;
  if the_project_id is null then
    select project_id into strict the_project_id from core.projects where org_id = p_org_id and lower(project_name) = lower(btrim(p_project_name));
  else
    perform core.audit(p_org_id, 'create_project', 'project', the_project_id::text);
  end if;
  return the_project_id;
end
$$;
comment on function core.ensure_project is 'The project of that name, created if absent.';
