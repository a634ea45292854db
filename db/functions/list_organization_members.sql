create function api.list_organization_members(p_org_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform auth.require_role(p_org_id, 'viewer');
  return (
    select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
      'account_id', a.account_id, 'email', a.email, 'display_name', a.display_name, 'role', m.role_code,
      'is_service', exists (select from core.service_clients c where c.account_id = a.account_id),
      'is_disabled', a.disabled_at is not null, 'member_since', m.created_at)
      order by auth.role_rank(m.role_code) desc, a.email), '[]')
    from core.memberships m join core.accounts a using (account_id) where m.org_id = p_org_id);
end
$$;
comment on function api.list_organization_members is 'Members of a workspace and their roles, owners first; services that have a client of their own too.';
