create or replace function core.require_member(p_org_id uuid, p_account_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from core.memberships where org_id = p_org_id and account_id = p_account_id) then
    perform auth.fail('not_found', 'p_owner_account_id is not a member of this workspace.', pg_catalog.jsonb_build_object('field', 'p_owner_account_id'),
      'Use the account_id that get_current_user_context answers.');
  end if;
end
$$;
comment on function core.require_member is 'Raises not_found when the account is no member of the workspace.';
