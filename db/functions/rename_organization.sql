create function api.rename_organization(p_org_id uuid, p_name text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  old_name text;
begin
  perform auth.require_role(p_org_id, 'owner');
  if p_name is null or length(btrim(p_name)) not between 1 and 120 then
    perform auth.fail('validation_failed', 'A workspace needs a name of 1 to 120 characters.', pg_catalog.jsonb_build_object('field', 'p_name'));
  end if;
  select name into old_name from core.organizations where org_id = p_org_id for update;
  update core.organizations set name = btrim(p_name) where org_id = p_org_id;
  perform core.audit(p_org_id, 'rename_organization', 'organization', p_org_id::text,
    pg_catalog.jsonb_build_object('from', old_name, 'to', btrim(p_name)));
  return pg_catalog.jsonb_build_object('org_id', p_org_id, 'name', btrim(p_name));
end
$$;
comment on function api.rename_organization is 'Renames a workspace; owners only.';
