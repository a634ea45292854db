create view api.v_server_presence with (security_invoker = true) as
select p.server_id, p.org_id, s.hostname, p.first_heard_at, p.last_heard_at
from core.server_presence p
join core.servers s using (server_id);
comment on view api.v_server_presence is 'When servers were heard in the last 30 days, a row for each stretch without a silence: between two rows of a server it was away.';
