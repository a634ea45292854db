create view api.v_scenarios with (security_invoker = true) as
select s.scenario_id, s.org_id, s.workload_id, w.workload_code, w.tool_code, s.scenario_code, s.concurrency, s.input_sequence_length,
  s.output_sequence_length, s.description, s.owner_account_id, a.display_name as owner_name, s.created_at
from core.scenarios s
join core.workloads w using (workload_id)
left join core.accounts a on a.account_id = s.owner_account_id
where w.archived_at is null;
comment on view api.v_scenarios is 'Points at which a workload is benchmarked: requests in flight, input and output tokens.';
