create or replace function core.setting_number(p_key text) returns double precision
language sql stable security definer set search_path = ''
as $$ select (value #>> '{}')::double precision from core.settings where key = p_key $$;
comment on function core.setting_number is 'A numeric setting of the platform.';

create or replace function core.setting_interval(p_key text) returns interval
language sql stable security definer set search_path = ''
as $$ select pg_catalog.make_interval(secs => core.setting_number(p_key)) $$;
comment on function core.setting_interval is 'A setting in seconds as an interval.';
