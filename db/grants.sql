-- Last step of every apply: what is exposed, and to whom.
grant usage on schema api to web_user, web_worker, web_system;
revoke all on all functions in schema api from public;
revoke all on all functions in schema core from public;
grant select on all tables in schema api to web_user, web_system;

-- Workers may call the worker protocol and the heartbeat; people everything else.
do $$
declare
  f record;
begin
  for f in
    select p.oid::pg_catalog.regprocedure as signature, p.proname as name
    from pg_catalog.pg_proc p where p.pronamespace = 'api'::pg_catalog.regnamespace
  loop
    if f.name like 'worker\_%' then
      execute pg_catalog.format('grant execute on function %s to web_worker', f.signature);
    else
      execute pg_catalog.format('grant execute on function %s to web_user', f.signature);
    end if;
  end loop;
  execute 'grant execute on function api.record_server_config_instance_heartbeat(integer) to web_worker';
  for f in
    select p.oid::pg_catalog.regprocedure as signature from pg_catalog.pg_proc p where p.pronamespace = 'core'::pg_catalog.regnamespace
  loop
    execute pg_catalog.format('grant execute on function %s to web_system', f.signature);
  end loop;
end
$$;

notify pgrst, 'reload schema';
