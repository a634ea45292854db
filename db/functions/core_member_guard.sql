create or replace function core.member_to_change(p_org_id uuid, p_account_id uuid) returns core.memberships
language plpgsql volatile security definer set search_path = ''
as $$
declare
  m core.memberships;
begin
  perform auth.require_role(p_org_id, 'admin');
  select * into m from core.memberships where org_id = p_org_id and account_id = p_account_id for update;
  if not found then
    perform auth.fail('not_found', 'p_account_id is not a member of this workspace.', pg_catalog.jsonb_build_object('field', 'p_account_id'));
  end if;
  if m.role_code = 'owner' and auth.role_in(p_org_id) <> 'owner' then
    perform auth.fail('forbidden', 'Only an owner may change an owner.', pg_catalog.jsonb_build_object('field', 'p_account_id'));
  end if;
  return m;
end
$$;
comment on function core.member_to_change is 'The membership, locked, for an admin to change; forbidden when it is an owner''s and the caller is not one.';

create or replace function core.require_another_owner(p_org_id uuid, p_account_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Two owners that leave at once must not both see the other.
  perform from core.organizations where org_id = p_org_id for update;
  if not exists (
      select from core.memberships m join core.accounts a using (account_id)
      where m.org_id = p_org_id and m.role_code = 'owner' and m.account_id <> p_account_id and a.disabled_at is null) then
    perform auth.fail('conflict', 'A workspace keeps an owner.', null, 'Hand it to another member first (transfer_organization), or delete it.');
  end if;
end
$$;
comment on function core.require_another_owner is 'Raises conflict when the account is the last owner.';

create or replace function core.require_assignable_role(p_role_code text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_role_code is null or p_role_code not in ('viewer', 'engineer', 'admin') then
    perform auth.fail('validation_failed', 'p_role_code is viewer, engineer or admin.',
      pg_catalog.jsonb_build_object('field', 'p_role_code'), 'A workspace is handed over with transfer_organization.');
  end if;
end
$$;
comment on function core.require_assignable_role is 'Raises validation_failed for a role that cannot be given.';
