-- after: core_member_guard
create function api.remove_organization_member(p_org_id uuid, p_account_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  m core.memberships;
begin
  if p_account_id = auth.account_id() then
    perform auth.require_role(p_org_id, 'viewer'); -- anybody may leave
    select * into m from core.memberships where org_id = p_org_id and account_id = p_account_id for update;
  else
    m := core.member_to_change(p_org_id, p_account_id);
  end if;
  if m.role_code = 'owner' then
    perform core.require_another_owner(p_org_id, p_account_id);
  end if;
  update core.api_keys set revoked_at = now(), revoked_by = auth.account_id()
  where org_id = p_org_id and account_id = p_account_id and revoked_at is null;
  update core.service_clients set revoked_at = now() where org_id = p_org_id and account_id = p_account_id and revoked_at is null;
  delete from core.memberships where org_id = p_org_id and account_id = p_account_id;
  perform core.audit(p_org_id, 'remove_organization_member', 'account', p_account_id::text, pg_catalog.jsonb_build_object('role', m.role_code));
  return pg_catalog.jsonb_build_object('account_id', p_account_id);
end
$$;
comment on function api.remove_organization_member is 'Removes a member and its API keys of this workspace; what it made stays. Anybody may leave; the last owner may not.';
