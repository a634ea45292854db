create or replace function core.parse_scenario_code(p_code text) returns integer[]
language sql immutable set search_path = ''
as $$
  -- Eight digits fit an integer; no leading zeros, so that one scenario has one code.
  select array[m[1]::integer, m[2]::integer, m[3]::integer]
  from pg_catalog.regexp_matches(p_code, '^c([1-9][0-9]{0,4})-isl([1-9][0-9]{0,7})-osl([1-9][0-9]{0,7})$') m
  where m[1]::integer <= 16384 and m[2]::integer <= 16777216 and m[3]::integer <= 16777216
$$;
comment on function core.parse_scenario_code is 'Concurrency, input and output tokens of c<CONC>-isl<ISL>-osl<OSL>; null when the text is no such code. The same as lib/scenario-code.ts.';

create or replace function core.print_scenario_code(p_concurrency integer, p_isl integer, p_osl integer) returns text
language sql immutable set search_path = ''
as $$ select 'c' || p_concurrency || '-isl' || p_isl || '-osl' || p_osl $$;
comment on function core.print_scenario_code is 'The code of a scenario.';
