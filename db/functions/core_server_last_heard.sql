create or replace function core.server_last_heard(p_server_id integer) returns timestamptz
language sql stable security definer set search_path = ''
as $$ select pg_catalog.max(last_sync_at) from core.workers where server_id = p_server_id $$;
comment on function core.server_last_heard is 'When a worker of this server was last heard; null when none ever registered. The one meaning of "heard".';
