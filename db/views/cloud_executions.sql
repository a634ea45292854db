-- after: core_cloud_execution_rules
create view api.cloud_executions with (security_invoker = true) as
select execution_id, org_id, owner_account_id, project_id, project_name, workload_id, workload_code, config_code, scenario_id, scenario_code,
  auto_terminate, hf_token_id, startup_extra_args_cli, status_code, error_message, server_hostname, job_id, created_at, updated_at
from core.cloud_executions;
comment on view api.cloud_executions is 'Cloud executions. Engineers may PATCH startup_extra_args_cli while the status is pending.';
comment on column api.cloud_executions.startup_extra_args_cli is 'Extra launch flags as one command-line text: quotes group, no shell ever reads it.';
comment on column api.cloud_executions.auto_terminate is 'Whether the machine goes when the scenario has ended; false keeps it for further scenarios.';
grant update (startup_extra_args_cli) on api.cloud_executions to web_user;
