create view api.v_workloads with (security_invoker = true) as
select w.workload_id, w.org_id, w.workload_code, w.workload_name, w.tool_code, w.framework_code, w.framework_version, w.model_code,
  w.quantization_code, w.parameters, w.description, w.owner_account_id, a.display_name as owner_name,
  (select count(*) from core.scenarios s where s.workload_id = w.workload_id)::integer as scenario_count, w.created_at
from core.workloads w
left join core.accounts a on a.account_id = w.owner_account_id
where w.archived_at is null;
comment on view api.v_workloads is 'Workloads: what is benchmarked (tool, framework, model, precision), with the number of their scenarios.';
comment on column api.v_workloads.parameters is 'Parameters of the tool: images of bench-vlm, the audio duration bucket of bench-asr.';
