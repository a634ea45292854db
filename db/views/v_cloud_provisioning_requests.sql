create view api.v_cloud_provisioning_requests with (security_invoker = true) as
select
  q.request_id, q.org_id, q.execution_id, e.project_id, e.project_name, e.workload_id, e.workload_code, e.scenario_id, e.scenario_code, e.config_code,
  e.job_id, e.auto_terminate, e.status_code as execution_status_code, q.status_code, q.error_message, q.provider_code, q.provider_resource_id, q.gpu_model,
  g.display_name as gpu_name, q.gpu_count, q.server_hostname, q.usd_per_hour,
  q.usd_per_hour::double precision * extract(epoch from coalesce(q.terminated_at, now()) - q.ready_at)::double precision / 3600 as cost_usd_so_far,
  extract(epoch from q.ready_at - q.created_at)::double precision as provisioning_s, q.ready_at, q.terminated_at, q.created_at, q.updated_at
from core.cloud_provisioning_requests q
join core.cloud_executions e on e.execution_id = q.execution_id
left join core.gpu_models g on g.gpu_model = q.gpu_model;
comment on view api.v_cloud_provisioning_requests is 'Machines asked of providers, with the execution they are for, their status and what they have cost since they were ready.';
