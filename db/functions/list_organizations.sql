create function api.list_organizations(p_account_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_account_id is distinct from auth.account_id() then
    perform auth.fail('not_found', 'There is no such account, or it is not yours.', pg_catalog.jsonb_build_object('field', 'p_account_id'));
  end if;
  return (
    select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
      'org_id', o.org_id, 'org_name', o.name, 'role', coalesce(auth.role_in(o.org_id), 'viewer'), 'is_reference', o.is_reference,
      'created_at', o.created_at) order by o.is_reference, o.created_at, o.org_id), '[]')
    from core.organizations o where o.org_id = any (auth.org_ids()));
end
$$;
comment on function api.list_organizations is 'Workspaces of the calling account.';
