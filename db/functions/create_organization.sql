create function api.create_organization(p_name text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  new_id uuid;
begin
  if auth.account_id() is null then
    perform auth.fail('unauthenticated', 'Sign in first.');
  end if;
  if auth.claims() ->> 'org_id' is not null or coalesce(auth.role_rank(auth.claims() ->> 'role_cap'), 4) < 4 then
    perform auth.fail('forbidden', 'This token may not create workspaces.', null, 'Use a token without a role limit.');
  end if;
  if p_name is null or length(btrim(p_name)) not between 1 and 120 then
    perform auth.fail('validation_failed', 'A workspace needs a name of 1 to 120 characters.', pg_catalog.jsonb_build_object('field', 'p_name'));
  end if;
  insert into core.organizations (name) values (btrim(p_name)) returning org_id into new_id;
  insert into core.memberships (org_id, account_id, role_code) values (new_id, auth.account_id(), 'owner');
  perform core.audit(new_id, 'create_organization', 'organization', new_id::text);
  return new_id;
end
$$;
comment on function api.create_organization is 'Creates a workspace; the caller becomes its owner.';
