-- after: core_member_guard
create function api.add_organization_member(p_org_id uuid, p_email text, p_role_code text default 'viewer') returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  new_member core.accounts;
begin
  perform auth.require_role(p_org_id, 'admin');
  perform core.require_assignable_role(p_role_code);
  select * into new_member from core.accounts a
  where a.email = lower(btrim(p_email)) and a.disabled_at is null
    and not exists (select from core.service_clients c where c.account_id = a.account_id);
  if not found then
    perform auth.fail('not_found', 'There is no account with this e-mail address.', pg_catalog.jsonb_build_object('field', 'p_email'),
      'Whoever it belongs to signs in once first.');
  end if;
  insert into core.memberships (org_id, account_id, role_code) values (p_org_id, new_member.account_id, p_role_code)
  on conflict do nothing;
  if not found then
    perform auth.fail('conflict', 'This account is a member already.', pg_catalog.jsonb_build_object('field', 'p_email'),
      'Change its role with set_organization_member_role.');
  end if;
  perform core.audit(p_org_id, 'add_organization_member', 'account', new_member.account_id::text, pg_catalog.jsonb_build_object('role', p_role_code));
  return pg_catalog.jsonb_build_object('account_id', new_member.account_id, 'role', p_role_code);
end
$$;
comment on function api.add_organization_member is 'Makes an existing account a member: viewer, engineer or admin.';
