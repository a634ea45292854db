create view api.v_kyai_results with (security_invoker = true) as
select
  x.result_id, x.org_id, x.evaluation_id, e.evaluation_name, e.project_id, p.project_name, x.judge_run_id, u.generation_run_id, x.candidate_endpoint_id,
  c.display_name as candidate_name, c.model_id as candidate_model_id, c.model_code, c.server_config_instance_id, x.judge_config_id, j.judge_name,
  j.version as judge_version, j.model_id as judge_model_id, j.mode, j.scale_min, j.scale_max, j.pass_threshold, x.prompt_set_id, s.set_code, s.version as set_version, s.set_name,
  x.category, x.n_expected, x.n_scored, x.n_unscored, x.unscored_reasons, x.n_scored::double precision / nullif(x.n_expected, 0) as coverage,
  x.score, x.score_sd, x.confidence_interval_lower, x.confidence_interval_upper, x.ci_method, x.pass_rate, x.pass_rate_lower, x.pass_rate_upper,
  x.cost_usd, u.status_code, x.created_at
from core.kyai_results x
join core.kyai_judge_runs u on u.judge_run_id = x.judge_run_id
join core.kyai_candidate_endpoints c on c.candidate_endpoint_id = x.candidate_endpoint_id
join core.kyai_judge_configs j on j.judge_config_id = x.judge_config_id
join core.kyai_prompt_sets s on s.prompt_set_id = x.prompt_set_id
left join core.kyai_evaluations e on e.evaluation_id = x.evaluation_id
left join core.projects p on p.project_id = e.project_id;
comment on view api.v_kyai_results is 'Mean scores with the names of candidate, judge and prompt set. A judge failure is never a score: n_unscored counts those, by reason in unscored_reasons.';
