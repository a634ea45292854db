create view api.v_cloud_resource_lifecycle with (security_invoker = true) as
select
  v.cloud_resource_event_id, v.org_id, v.request_id, q.execution_id, e.project_id, e.job_id, v.status_code, q.status_code as current_status_code,
  v.provider_code, v.provider_resource_id, q.server_hostname, q.gpu_model, q.gpu_count, v.message,
  extract(epoch from lead(v.created_at) over w - v.created_at)::double precision as duration_s,
  extract(epoch from v.created_at - q.created_at)::double precision as since_request_s,
  lead(v.created_at) over w is null as is_latest, v.created_at
from core.cloud_resource_events v
join core.cloud_provisioning_requests q on q.request_id = v.request_id
join core.cloud_executions e on e.execution_id = q.execution_id
window w as (partition by v.org_id, v.request_id order by v.cloud_resource_event_id);
comment on view api.v_cloud_resource_lifecycle is 'Everything that happened to each provisioned machine, in order, with how long each state lasted (null for the one it is in).';
