create or replace function core.hear_server(p_server_id integer, p_org_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update core.server_presence set last_heard_at = now()
  where server_id = p_server_id and last_heard_at >= now() - core.setting_interval('worker_offline_s')
    and first_heard_at = (select pg_catalog.max(s.first_heard_at) from core.server_presence s where s.server_id = p_server_id);
  if not found then
    insert into core.server_presence (server_id, org_id, first_heard_at, last_heard_at) values (p_server_id, p_org_id, now(), now())
    on conflict do nothing;
  end if;
end
$$;
comment on function core.hear_server is 'Notes that a worker of this server is heard now: the present stretch goes on, or after a silence a new one begins.';
