create or replace function core.require_readable(p_org_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if auth.account_id() is null then
    perform auth.fail('unauthenticated', 'Sign in first.');
  end if;
  if p_org_id is null or not p_org_id = any (auth.org_ids()) then
    perform auth.fail('not_found', 'There is no such workspace, or you are not a member of it.', pg_catalog.jsonb_build_object('field', 'p_org_id'));
  end if;
end
$$;
comment on function core.require_readable is 'Raises not_found for a workspace that the caller cannot see; reference workspaces may be read by every account.';

create or replace function core.check_list_limit(p_limit integer) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_limit not between 1 and 500 then
    perform auth.fail('validation_failed', 'p_limit is 1 to 500.', pg_catalog.jsonb_build_object('field', 'p_limit', 'value', p_limit));
  end if;
end
$$;
comment on function core.check_list_limit is 'The one limit of procedures that list: 1 to 500; null is the default of 50.';
