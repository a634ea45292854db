create function api.create_project(p_owner_account_id uuid, p_org_id uuid, p_project_name text, p_description text default null) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  new_id integer;
begin
  perform auth.require_role(p_org_id, 'engineer');
  perform core.require_member(p_org_id, p_owner_account_id);
  if p_project_name is null or length(btrim(p_project_name)) not between 1 and 200 then
    perform auth.fail('validation_failed', 'A project needs a name of 1 to 200 characters.', pg_catalog.jsonb_build_object('field', 'p_project_name'));
  end if;
  insert into core.projects (org_id, owner_account_id, project_name, description)
  values (p_org_id, p_owner_account_id, btrim(p_project_name), p_description)
  on conflict do nothing returning project_id into new_id;
  if new_id is null then
    perform auth.fail('conflict', pg_catalog.format('A project named "%s" exists already.', btrim(p_project_name)), pg_catalog.jsonb_build_object('field', 'p_project_name'));
  end if;
  perform core.audit(p_org_id, 'create_project', 'project', new_id::text);
  return new_id;
end
$$;
comment on function api.create_project is 'Creates a project; returns its project_id.';
