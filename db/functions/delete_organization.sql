create function api.delete_organization(p_org_id uuid, p_confirm_name text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  the_name text;
begin
  perform auth.require_role(p_org_id, 'owner');
  select name into the_name from core.organizations where org_id = p_org_id for update;
  if p_confirm_name is distinct from the_name then
    perform auth.fail('validation_failed', 'p_confirm_name is not the name of this workspace.', pg_catalog.jsonb_build_object('field', 'p_confirm_name'),
      'Deleting cannot be undone: give the workspace''s name exactly.');
  end if;
  if exists (select from core.jobs where org_id = p_org_id and status_code in ('queued', 'running')) then
    perform auth.fail('conflict', 'Jobs of this workspace still run.', null, 'Cancel them and wait until they ended.');
  end if;
  -- Its lines of the audit log outlive it: they name no table's row.
  perform core.audit(p_org_id, 'delete_organization', 'organization', p_org_id::text, pg_catalog.jsonb_build_object('name', the_name));
  delete from core.accounts where account_id in (select account_id from core.service_clients where org_id = p_org_id);
  delete from core.organizations where org_id = p_org_id;
  return pg_catalog.jsonb_build_object('org_id', p_org_id);
end
$$;
comment on function api.delete_organization is 'Deletes a workspace and everything in it, for ever; owners only, and not while jobs run.';
