create view api.v_kyai_jobs with (security_invoker = true) as
select
  e.evaluation_id, e.org_id, e.project_id, p.project_name, e.evaluation_name, e.owner_account_id, a.display_name as owner_name, e.status_code,
  e.error_code, e.error_message, e.prompt_set_id, s.set_code, s.version as set_version, s.set_name, e.mode, e.baseline_endpoint_id, e.generation_repeats,
  e.judge_repeats, e.seed, g.candidates, u.judges, coalesce(g.expected, 0)::integer as generation_count, coalesce(g.done, 0)::integer as generation_done_count,
  coalesce(g.failed, 0)::integer as generation_failed_count, coalesce(u.expected, 0)::integer as judgement_count, coalesce(u.done, 0)::integer as judgement_done_count,
  coalesce(u.unscored, 0)::integer as unscored_count, e.max_cost_usd, case when g.cost is not null or u.cost is not null then coalesce(g.cost, 0) + coalesce(u.cost, 0) end as cost_usd,
  e.manifest_sha256, e.started_at, e.finished_at, e.created_at
from core.kyai_evaluations e
join core.projects p on p.project_id = e.project_id
join core.kyai_prompt_sets s on s.prompt_set_id = e.prompt_set_id
left join core.accounts a on a.account_id = e.owner_account_id
left join lateral (
  select array_agg(distinct c.display_name) as candidates, count(o.generation_output_id) as expected,
    count(*) filter (where o.status_code = 'completed') as done, count(*) filter (where o.status_code = 'failed') as failed, sum(o.cost_usd) as cost
  from core.kyai_generation_runs r
  join core.kyai_candidate_endpoints c on c.candidate_endpoint_id = r.candidate_endpoint_id
  left join core.kyai_generation_outputs o on o.generation_run_id = r.generation_run_id
  where r.evaluation_id = e.evaluation_id
) g on true
left join lateral (
  select array_agg(distinct c.judge_name) as judges, count(o.output_id) as expected, count(*) filter (where o.status_code = 'completed') as done,
    count(*) filter (where o.unscored_reason is not null) as unscored, sum(o.cost_usd) as cost
  from core.kyai_judge_runs r
  join core.kyai_judge_configs c on c.judge_config_id = r.judge_config_id
  left join core.kyai_outputs o on o.judge_run_id = r.judge_run_id
  where r.evaluation_id = e.evaluation_id
) u on true;
comment on view api.v_kyai_jobs is 'Evaluations with their status and how far generation and judging have come. Cost is null while no attempt has reported one.';
