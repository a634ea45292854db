create or replace function core.readiness_check(p_check text, p_ok boolean, p_message text) returns jsonb
language sql immutable set search_path = ''
as $$ select pg_catalog.jsonb_build_object('check', p_check, 'ok', p_ok, 'message', p_message) $$;
comment on function core.readiness_check is 'One check of validate_server_readiness.';
