-- Roles of the cluster. The API connects as `authenticator`, owns nothing, and takes one of the others for a transaction.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['authenticator', 'web_user', 'web_worker', 'web_system'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = role_name) then
      begin
        execute pg_catalog.format('create role %I nologin noinherit', role_name);
      exception when duplicate_object or unique_violation then
        null; -- another database of this cluster is being set up at the same moment
      end;
    end if;
  end loop;
end
$$;

grant web_user, web_worker, web_system to authenticator;

-- An owner that is not a superuser needs to be able to become what it serves.
do $$
begin
  if not (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
    execute pg_catalog.format('grant authenticator, web_user, web_worker, web_system to %I', current_user);
  end if;
end
$$;

create schema if not exists core;
create schema if not exists auth;
create schema if not exists api;

comment on schema core is 'Tables. Not exposed; every table has row-level security.';
comment on schema auth is 'Who is calling: reads the claims of the request. Not exposed.';
comment on schema api is 'The only exposed schema: views (security_invoker) and functions.';

revoke all on schema core, auth, api from public;
alter default privileges in schema core revoke all on tables from public;
alter default privileges in schema auth revoke execute on functions from public;
alter default privileges in schema api revoke execute on functions from public;
alter default privileges revoke execute on functions from public;
