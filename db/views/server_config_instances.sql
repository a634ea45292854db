create view api.server_config_instances with (security_invoker = true) as
select i.server_config_instance_id, i.org_id, i.server_config_id, i.server_id, i.hostname, c.config_code, i.last_heartbeat_at, i.created_at
from core.server_config_instances i
join core.server_configs c using (server_config_id);
comment on view api.server_config_instances is 'Server configs standing ready on a server.';
