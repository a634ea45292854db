create view api.cloud_provisioning_requests with (security_invoker = true) as
select request_id, org_id, execution_id, status_code, error_message, provider_code, provider_resource_id, gpu_model, gpu_count, server_hostname,
  usd_per_hour, ready_at, terminated_at, created_at, updated_at
from core.cloud_provisioning_requests;
comment on view api.cloud_provisioning_requests is 'Machines asked of providers for cloud executions, and how far each has come.';
comment on column api.cloud_provisioning_requests.status_code is 'pending, provisioning, ready, failed, cancelled, terminating or terminated.';
comment on column api.cloud_provisioning_requests.error_message is 'Why it failed, or why a try is being repeated; null otherwise.';
