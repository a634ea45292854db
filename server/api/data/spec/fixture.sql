-- A small fleet: schema `demo` is exposed, `core` is not. Ann owns boats 1 to 15, Bob 16 to 20.
-- Roles belong to the whole server, which other tests may share.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['web_user', 'web_worker'] loop
    begin
      execute format('create role %I nologin noinherit', role_name);
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;
end
$$;

create schema core;
create schema demo;
grant usage on schema core, demo to web_user, web_worker;
alter default privileges revoke execute on functions from public;

create type core.mood as enum ('calm', 'busy');

create table core.boats (
  id integer primary key,
  name text not null unique,
  length_m numeric(6, 2) not null check (length_m > 0),
  crew integer,
  is_afloat boolean,
  mood core.mood,
  tags text[] not null default '{}',
  built date,
  note jsonb,
  owner text not null,
  secret text not null default 'classified'
);
alter table core.boats enable row level security;
create policy own_boats on core.boats
  using (owner = nullif(current_setting('request.jwt.claims', true), '')::json ->> 'sub');

insert into core.boats (id, name, length_m, crew, is_afloat, mood, tags, built, note, owner)
select i,
       (array['Albatross', 'Beluga', 'Cormorant', 'Dolphin', 'Egret'])[1 + (i - 1) % 5] || ' ' || i,
       4 + i * 1.5,
       case when i % 5 = 0 then null else i % 4 end,
       case i % 3 when 0 then null when 1 then true else false end,
       (case when i % 2 = 0 then 'calm' else 'busy' end)::core.mood,
       case when i % 2 = 0 then array['sail'] else array['motor', 'deck, "wide"'] end,
       date '2020-01-01' + i * 30,
       jsonb_build_object('port', 'P' || i),
       case when i <= 15 then 'ann' else 'bob' end
  from generate_series(1, 20) as i;
grant select, update on core.boats to web_user;
analyze core.boats;

create view demo.boats with (security_invoker = true) as select * from core.boats;
grant select (id, name, length_m, crew, is_afloat, mood, tags, built, note, owner), update (name, length_m, crew, note)
  on demo.boats to web_user;

create view demo.boat_cards with (security_invoker = true) as select id, name, length_m from core.boats;
grant select on demo.boat_cards to web_user;
create view demo.hidden_boats with (security_invoker = true) as select * from core.boats;
create view demo.fleet_size with (security_invoker = true) as select count(*)::integer as boats from core.boats;
grant select on demo.fleet_size to web_user;

create table demo.logbook (id integer generated always as identity, entry text);
grant insert on demo.logbook to web_user;

create table demo.ports (code text primary key, title text not null);
insert into demo.ports values ('A', 'Aberdeen');
grant select on demo.ports to web_user;

create table demo."odd ""names""" (
  "select" text, "a.b" text, "sp ace" text, "quo""te" text, "$1" text, _page text, _source text, _value text
);
insert into demo."odd ""names""" values ('s', 'dot', 'space', 'quote', 'dollar', 'page', 'source', 'value');
grant select on demo."odd ""names""" to web_user;

create table demo.texts (id integer primary key, body text);
insert into demo.texts values
  (1, 'a,b'), (2, 'q"x'), (3, 'back\slash'), (4, '(paren)'), (5, 'semi;colon'), (6, '$1'), (7, 'it''s'), (8, ''),
  (9, null), (10, 'a+b c'), (11, '=1+1'), (12, 'null'), (13, '{a}'), (14, E'two\nlines'), (15, '100%');
grant select, update on demo.texts to web_user;

create function demo.add(a integer, b integer default 10) returns integer
  language sql immutable as 'select a + b';
create function demo.boats_longer(p_min numeric) returns setof demo.boat_cards
  language sql stable as 'select * from demo.boat_cards where length_m > p_min';
create function demo.crews() returns table (name text, crew integer)
  language sql stable as 'select b.name, b.crew from demo.boats b order by b.id';
create function demo.names() returns table (name text)
  language sql stable as 'select b.name from demo.boats b order by b.id limit 3';
create function demo.one_boat(p_id integer) returns demo.boat_cards
  language sql stable as 'select * from demo.boat_cards where id = p_id';
create function demo.numbers(p_to integer) returns setof integer
  language sql immutable as 'select * from generate_series(1, p_to)';
create function demo.divide(a integer, b integer, out quotient integer, out rest integer)
  language sql immutable as 'select a / b, a % b';
create function demo.joined(variadic parts text[]) returns text
  language sql immutable as $$ select array_to_string(parts, '-') $$;
create function demo.echo(p_json json default null, p_list integer[] default null, p_mood core.mood default null) returns json
  language sql immutable as $$ select json_build_object('json', p_json, 'list', p_list, 'mood', p_mood) $$;
create function demo.nothing() returns text language sql immutable as 'select null::text';
create function demo.do_nothing() returns void language sql as '';
create function demo.settings() returns json language sql stable as $$
  select json_build_object(
    'method', current_setting('request.method', true),
    'path', current_setting('request.path', true),
    'headers', current_setting('request.headers', true)::json,
    'claims', current_setting('request.jwt.claims', true)::json,
    'search_path', current_setting('search_path'),
    'role', current_user,
    'read_only', current_setting('transaction_read_only'))
$$;
create function demo.over(a integer, b integer default 1) returns integer language sql immutable as 'select a + b';
create function demo.over(a integer, c text default 'x') returns text language sql immutable as 'select a || c';
create function demo.hidden_fn() returns integer language sql immutable as 'select 1';

create table core.visits (port text not null);
grant select, insert on core.visits to web_user;
create function demo.visit(p_port text) returns integer language sql volatile as $$
  insert into core.visits values (p_port);
  select count(*)::integer from core.visits;
$$;
create function demo.visit_many(p_ports text[]) returns setof text language sql volatile as $$
  insert into core.visits select unnest(p_ports) returning port;
$$;
create function demo.visits() returns integer language sql stable as 'select count(*)::integer from core.visits';

create function demo.refuse(p_code text, p_message text, p_detail text default null) returns void
  language plpgsql as $$
begin
  raise exception using errcode = p_code, message = p_message, detail = coalesce(p_detail, ''), hint = 'a hint';
end $$;

grant execute on all functions in schema demo to web_user;
revoke execute on function demo.hidden_fn() from web_user;
