-- after: core_member_guard
create function api.set_organization_member_role(p_org_id uuid, p_account_id uuid, p_role_code text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  m core.memberships := core.member_to_change(p_org_id, p_account_id);
begin
  perform core.require_assignable_role(p_role_code);
  if m.role_code = 'owner' then
    perform core.require_another_owner(p_org_id, p_account_id);
  end if;
  if m.role_code <> p_role_code then
    update core.memberships set role_code = p_role_code where org_id = p_org_id and account_id = p_account_id;
    perform core.audit(p_org_id, 'set_organization_member_role', 'account', p_account_id::text,
      pg_catalog.jsonb_build_object('from', m.role_code, 'to', p_role_code));
  end if;
  return pg_catalog.jsonb_build_object('account_id', p_account_id, 'role', p_role_code);
end
$$;
comment on function api.set_organization_member_role is 'Changes a member''s role to viewer, engineer or admin. Only an owner changes an owner, and never the last one.';
