-- Who is calling, read from the claims of the request. Functions first: the policies stand on them.

create or replace function auth.claims() returns jsonb
language sql stable set search_path = ''
as $$ select coalesce(nullif(pg_catalog.current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;
comment on function auth.claims is 'Claims of the request; an empty object when there are none.';

-- PL/pgSQL from here on: its plans stay with the session, while a function in SQL that has a search_path of its own is
-- parsed and planned at every call (0.35 ms for org_ids, which a view over four tables calls four times).
create or replace function auth.account_id() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  claims jsonb := nullif(pg_catalog.current_setting('request.jwt.claims', true), '')::jsonb;
begin
  return case when claims ->> 'role' = 'web_user' then (claims ->> 'sub')::uuid end;
end
$$;
comment on function auth.account_id is 'Account that is calling; null for a worker.';

create or replace function auth.worker_id() returns uuid
language sql stable set search_path = ''
as $$ select case when auth.claims() ->> 'role' = 'web_worker' then (auth.claims() ->> 'sub')::uuid end $$;
comment on function auth.worker_id is 'Worker that is calling; null for a person.';

create or replace function auth.role_rank(p_role text) returns integer
language sql immutable set search_path = ''
as $$ select pg_catalog.array_position(array['viewer', 'engineer', 'admin', 'owner'], p_role) $$;
comment on function auth.role_rank is '1 viewer to 4 owner; null for anything else.';

create or replace function auth.org_ids() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  claims jsonb := nullif(pg_catalog.current_setting('request.jwt.claims', true), '')::jsonb;
  caller uuid := case when claims ->> 'role' = 'web_user' then (claims ->> 'sub')::uuid end;
  only_org uuid := (claims ->> 'org_id')::uuid;
begin
  if caller is null then
    return '{}';
  end if;
  return array(
    select o.org_id from core.organizations o where o.is_reference
    union
    select m.org_id
    from core.memberships m
    join core.accounts a using (account_id)
    where m.account_id = caller and a.disabled_at is null and (only_org is null or m.org_id = only_org)
  );
end
$$;
comment on function auth.org_ids is 'Workspaces the caller may read: its memberships and the reference workspaces.';

create or replace function auth.role_in(p_org_id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  claims jsonb := nullif(pg_catalog.current_setting('request.jwt.claims', true), '')::jsonb;
  caller uuid := case when claims ->> 'role' = 'web_user' then (claims ->> 'sub')::uuid end;
begin
  return (
    select (array['viewer', 'engineer', 'admin', 'owner'])[
      least(auth.role_rank(m.role_code), coalesce(auth.role_rank(claims ->> 'role_cap'), 4))
    ]
    from core.memberships m
    join core.accounts a using (account_id)
    join core.organizations o using (org_id)
    where m.org_id = p_org_id and m.account_id = caller and a.disabled_at is null
      and not o.is_reference
      and (claims ->> 'org_id' is null or p_org_id = (claims ->> 'org_id')::uuid)
  );
end
$$;
comment on function auth.role_in is 'Role of the caller in a workspace, capped by its token; null when it is no member.';

-- Raising the contract's errors: one place that knows their statuses. Details travel as text, of which the API process
-- makes an object again: a PostgREST in front of the same schema answers 500 for anything else.
create or replace function auth.fail(p_code text, p_message text, p_details jsonb default null, p_hint text default null)
returns void
language plpgsql volatile set search_path = ''
as $$
declare
  http_status integer := case p_code
    when 'unauthenticated' then 401 when 'forbidden' then 403 when 'not_found' then 404 when 'validation_failed' then 400
    when 'conflict' then 409 when 'rate_limited' then 429 when 'quota_exceeded' then 402 when 'server_unavailable' then 503
    else 500 end;
begin
  raise sqlstate 'PGRST' using
    message = pg_catalog.jsonb_build_object('code', p_code, 'message', p_message, 'details', p_details::text, 'hint', p_hint)::text,
    detail = pg_catalog.jsonb_build_object('status', http_status, 'headers', '{}'::jsonb)::text;
end
$$;
comment on function auth.fail is 'Raises an error of the contract.';

create or replace function auth.require_role(p_org_id uuid, p_minimum text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  caller_role text := auth.role_in(p_org_id);
begin
  if auth.account_id() is null then
    perform auth.fail('unauthenticated', 'Sign in first.');
  end if;
  if caller_role is null then
    if p_org_id = any (auth.org_ids()) then
      perform auth.fail('forbidden', 'This workspace is read-only.', null, 'Published reference results cannot be changed; use a workspace of your own.');
    end if;
    perform auth.fail('not_found', 'There is no such workspace, or you are not a member of it.', pg_catalog.jsonb_build_object('field', 'p_org_id'));
  end if;
  if auth.role_rank(caller_role) < auth.role_rank(p_minimum) then
    perform auth.fail('forbidden', pg_catalog.format('This needs the role %s; you are %s here.', p_minimum, caller_role),
      pg_catalog.jsonb_build_object('required_role', p_minimum, 'role', caller_role), 'Ask an admin of the workspace.');
  end if;
end
$$;
comment on function auth.require_role is 'Raises not_found for a workspace that the caller cannot see, forbidden for a role too low.';

create or replace function auth.new_token(p_prefix text) returns text
language sql volatile set search_path = ''
as $$ select p_prefix || pg_catalog.replace(pg_catalog.gen_random_uuid()::text || pg_catalog.gen_random_uuid()::text, '-', '') $$;
comment on function auth.new_token is 'A random token of 244 bits with a prefix.';

create or replace function auth.token_hash(p_token text) returns bytea
language sql immutable set search_path = ''
as $$ select pg_catalog.sha256(pg_catalog.convert_to(p_token, 'UTF8')) $$;
comment on function auth.token_hash is 'What is stored of a token: its SHA-256.';

grant usage on schema auth to web_user, web_worker, web_system;
revoke all on all functions in schema auth from public;
grant execute on function auth.claims(), auth.account_id(), auth.fail(text, text, jsonb, text), auth.org_ids(), auth.role_in(uuid), auth.role_rank(text) to web_user;
grant execute on all functions in schema auth to web_system;
