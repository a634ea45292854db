create function api.get_current_user_context() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me core.accounts;
begin
  select * into me from core.accounts where account_id = auth.account_id() and disabled_at is null;
  if not found then
    perform auth.fail('unauthenticated', 'This token belongs to no account.');
  end if;
  return pg_catalog.jsonb_build_object(
    'account_id', me.account_id, 'email', me.email, 'display_name', me.display_name, 'has_password', me.password_hash is not null,
    'memberships', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'org_id', o.org_id, 'org_name', o.name, 'role', coalesce(auth.role_in(o.org_id), 'viewer'), 'is_reference', o.is_reference)
        order by o.is_reference, o.created_at, o.org_id), '[]')
      from core.organizations o where o.org_id = any (auth.org_ids())));
end
$$;
comment on function api.get_current_user_context is 'Account of the caller and its workspaces, each with the role there.';
