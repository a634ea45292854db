create view api.v_server_current_status with (security_invoker = true) as
select
  s.server_id, s.org_id, s.hostname, s.description as server_description, c.server_config_id, i.server_config_instance_id, c.config_code,
  c.description as config_description, c.launch_kind, c.gpu_model, g.display_name as gpu_name, c.gpu_count, c.gpu_memory_gb, c.tensor_parallel,
  c.endpoint_url, c.endpoint_api, c.served_model_name, w.worker_id, w.agent_version, w.state_code as worker_state_code, w.hardware, w.capabilities,
  greatest(w.last_sync_at, i.last_heartbeat_at) as last_heartbeat_at,
  case
    when w.last_sync_at is null then 'never_connected'
    when w.last_sync_at < now() - (select make_interval(secs => (value #>> '{}')::double precision) from core.settings where key = 'worker_offline_s') then 'offline'
    when w.last_sync_at < now() - (select make_interval(secs => (value #>> '{}')::double precision) from core.settings where key = 'worker_stale_s') then 'stale'
    when w.drain_requested_at is not null or w.state_code = 'draining' then 'draining'
    when q.current_job_id is not null then 'busy'
    else 'online' end as status_code,
  q.current_job_id, q.current_job_name, coalesce(q.pending_count, 0)::integer as pending_count, s.created_at
from core.servers s
left join core.server_configs c on c.server_id = s.server_id and c.archived_at is null
left join core.server_config_instances i on i.server_config_id = c.server_config_id and i.server_id = s.server_id
left join core.gpu_models g on g.gpu_model = c.gpu_model
left join lateral (
  select x.worker_id, x.agent_version, x.state_code, x.hardware, x.capabilities, x.last_sync_at, x.drain_requested_at from core.workers x where x.server_id = s.server_id order by x.last_sync_at desc, x.worker_id desc limit 1
) w on true
left join lateral (
  select
    max(j.job_id) filter (where j.status_code in ('queued', 'running')) as current_job_id,
    max(j.job_name) filter (where j.status_code in ('queued', 'running')) as current_job_name,
    count(*) filter (where j.status_code = 'pending') as pending_count
  from core.jobs j where j.server_id = s.server_id and j.status_code in ('pending', 'queued', 'running')
) q on true;
comment on view api.v_server_current_status is 'Servers and their configs (one row each; a server without a config has one row with nulls), the heartbeat of the worker and what it is doing.';
