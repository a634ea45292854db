create function api.transfer_organization(p_org_id uuid, p_account_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform auth.require_role(p_org_id, 'owner');
  perform from core.organizations where org_id = p_org_id for update;
  if p_account_id = auth.account_id() then
    perform auth.fail('validation_failed', 'You own this workspace already.', pg_catalog.jsonb_build_object('field', 'p_account_id'));
  end if;
  if not exists (
      select from core.memberships m join core.accounts a using (account_id)
      where m.org_id = p_org_id and m.account_id = p_account_id and a.disabled_at is null) then
    perform auth.fail('not_found', 'p_account_id is not a member of this workspace.', pg_catalog.jsonb_build_object('field', 'p_account_id'),
      'Add the account with add_organization_member first.');
  end if;
  if exists (select from core.service_clients c where c.account_id = p_account_id) then
    perform auth.fail('validation_failed', 'A service cannot own a workspace.', pg_catalog.jsonb_build_object('field', 'p_account_id'));
  end if;
  update core.memberships set role_code = case account_id when p_account_id then 'owner' else 'admin' end
  where org_id = p_org_id and account_id in (p_account_id, auth.account_id());
  perform core.audit(p_org_id, 'transfer_organization', 'account', p_account_id::text);
  return pg_catalog.jsonb_build_object('org_id', p_org_id, 'owner_account_id', p_account_id);
end
$$;
comment on function api.transfer_organization is 'Hands a workspace to another member, who becomes its owner; the caller becomes admin.';
