-- What belongs to the boats of fixture.sql. Views stand before tables of `core`, as in a real product: boats have
-- voyages between harbours under captains, captains have a licence and a mentor, and boats and captains meet in crews.
create table core.harbours (code text primary key, title text not null);
create table core.captains (
  id integer primary key,
  name text not null,
  mentor_id integer constraint captains_mentor references core.captains,
  secret text not null default 'classified'
);
create table core.licences (captain_id integer primary key references core.captains, class text not null);
create table core.voyages (
  id integer primary key,
  boat_id integer not null constraint voyages_boat references core.boats,
  from_code text constraint voyages_from references core.harbours,
  to_code text constraint voyages_to references core.harbours,
  captain_id integer constraint voyages_captain references core.captains,
  cost numeric,
  log jsonb
);
create table core.crews (
  boat_id integer constraint crews_boat references core.boats,
  captain_id integer constraint crews_captain references core.captains,
  primary key (boat_id, captain_id)
);
create table core.repairs (id integer primary key, boat_id integer references core.boats, price numeric);

insert into core.harbours values ('A', 'Aberdeen'), ('B', 'Bergen'), ('C', 'Cadiz');
insert into core.captains (id, name, mentor_id) values (1, 'Ada', null), (2, 'Brin', 1), (3, 'Cole', 1), (4, 'Dee', 2);
insert into core.licences values (1, 'master'), (2, 'mate');
insert into core.voyages values
  (1, 1, 'A', 'B', 1, 10, '{"wind": 4}'), (2, 1, 'B', 'A', 2, 30, null), (3, 2, 'A', null, 1, 5, null),
  (4, 16, 'A', 'C', 3, 99, '{"note": "bob"}'), (5, 3, null, 'C', null, null, null);
insert into core.crews values (1, 1), (1, 2), (2, 1), (16, 3);
insert into core.repairs values (1, 1, 7);

alter table core.voyages enable row level security;
create policy voyages_of_own_boats on core.voyages using (boat_id in (select id from core.boats));
alter table core.crews enable row level security;
create policy crews_of_own_boats on core.crews using (boat_id in (select id from core.boats));
grant select on core.harbours, core.captains, core.licences, core.crews, core.repairs to web_user;
grant select, insert, update, delete on core.voyages to web_user;

create view demo.harbours with (security_invoker = true) as select code, title from core.harbours;
-- Columns in another order, renamed, one computed by a subquery of its own.
create view demo.captains with (security_invoker = true) as
  select upper(c.name) as loud, c.name, c.id as captain, c.mentor_id, c.secret,
         (select count(*) from core.licences l where l.captain_id = c.id)::integer as licence_count
    from core.captains c;
create view demo.licences with (security_invoker = true) as select * from core.licences;
create view demo.voyages with (security_invoker = true) as select * from core.voyages;
-- A view upon a view, through a join and a subquery.
create view demo.dear_voyages with (security_invoker = true) as
  select v.id as voyage, v.captain_id, q.boat from demo.voyages v join (select id as boat from core.boats) q on q.boat = v.boat_id
   where v.cost > 8;
create view demo.crews with (security_invoker = true) as select * from core.crews;
create view demo.repairs with (security_invoker = true) as select * from core.repairs;
create view demo.hidden_voyages with (security_invoker = true) as select * from core.voyages;
grant select on demo.harbours, demo.licences, demo.dear_voyages, demo.crews to web_user;
grant select, insert, update, delete on demo.voyages to web_user;
grant select (loud, name, captain, mentor_id, licence_count) on demo.captains to web_user;
-- The column that leads to the boat is not theirs to read.
grant select (id, price) on demo.repairs to web_user;

create table demo."odd ""ships""" ("id ""x""" integer primary key, "a.b" text);
create table demo."odd, (parts)" (
  id integer primary key, "ship ""ref""" integer constraint "fk ""odd"", !x" references demo."odd ""ships"""
);
insert into demo."odd ""ships""" values (1, 'it''s "$1"');
insert into demo."odd, (parts)" values (1, 1), (2, null);
grant select on demo."odd ""ships""", demo."odd, (parts)" to web_user;

create function demo.voyages_of(boat demo.boat_cards) returns setof demo.voyages
  language sql stable as 'select * from demo.voyages where boat_id = boat.id';
create function demo.first_voyage(boat demo.boat_cards) returns setof demo.voyages rows 1
  language sql stable as 'select * from demo.voyages where boat_id = boat.id order by id limit 1';
create function demo.hidden_way(boat demo.boat_cards) returns setof demo.voyages
  language sql stable as 'select * from demo.voyages';
create function demo.hidden_rows(boat demo.boat_cards) returns setof demo.hidden_voyages
  language sql stable as 'select * from demo.hidden_voyages';
create function demo.route_km(voyage demo.voyages) returns integer
  language sql immutable as 'select voyage.id * 100';
create function demo.voyages_from(p_code text) returns setof demo.voyages
  language sql stable as 'select * from demo.voyages where from_code = p_code order by id';
grant execute on function demo.voyages_of, demo.first_voyage, demo.hidden_rows, demo.route_km, demo.voyages_from to web_user;
