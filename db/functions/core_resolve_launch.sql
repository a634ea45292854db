create or replace function core.has_argv_run(p_argv jsonb, p_run jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select exists (
    select from pg_catalog.generate_series(0, pg_catalog.jsonb_array_length(p_argv) - pg_catalog.jsonb_array_length(p_run)) start
    where not exists (
      select from pg_catalog.generate_series(0, pg_catalog.jsonb_array_length(p_run) - 1) i
      where p_argv -> (start + i) is distinct from p_run -> i))
$$;
comment on function core.has_argv_run is 'Whether a command holds a run of arguments one after the other.';

create or replace function core.shell_word(p_word text) returns text
language sql immutable set search_path = ''
as $$ select case when p_word ~ '^[A-Za-z0-9@%+=:,./_-]+$' then p_word else '''' || pg_catalog.replace(p_word, '''', '''\''''') || '''' end $$;
comment on function core.shell_word is 'A word as a POSIX shell reads it back unchanged.';

create or replace function core.container_argv(p_argv jsonb, p_env jsonb, p_image text) returns jsonb
language sql immutable set search_path = ''
as $$
  -- The image's own entry point may be anything: ours replaces it, so that the command is the same with every adapter.
  select '["docker", "run", "--rm", "--gpus", "all", "--ipc", "host", "--network", "host"]'::jsonb
    || coalesce((select pg_catalog.jsonb_agg(word order by key, n) from pg_catalog.jsonb_each_text(p_env) e(key, value),
        lateral (values (1, '--env'), (2, e.key || '=' || e.value)) w(n, word)), '[]')
    || pg_catalog.jsonb_build_array('--entrypoint', p_argv -> 0, p_image) || (p_argv - 0)
$$;
comment on function core.container_argv is 'The same command inside a container image.';
