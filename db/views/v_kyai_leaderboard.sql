-- after: v_kyai_results
create view api.v_kyai_leaderboard with (security_invoker = true) as
select x.result_id, x.org_id, x.evaluation_id, x.evaluation_name, x.project_id, x.project_name, x.judge_run_id, x.candidate_endpoint_id, x.candidate_name,
  x.candidate_model_id, x.model_code, x.server_config_instance_id, x.judge_config_id, x.judge_name, x.judge_version, x.mode, x.scale_min, x.scale_max,
  x.prompt_set_id, x.set_code, x.set_version, x.set_name, x.score, x.confidence_interval_lower, x.confidence_interval_upper, x.ci_method, x.pass_rate,
  x.pass_rate_lower, x.pass_rate_upper, x.n_expected, x.n_scored, x.n_unscored, x.coverage, x.standing,
  case when x.standing = 'ranked' then rank() over (
    partition by x.org_id, x.prompt_set_id, x.judge_config_id, x.standing order by x.score desc nulls last, x.n_scored desc) end::integer as rank,
  count(*) over (partition by x.org_id, x.prompt_set_id, x.judge_config_id)::integer as compared_count, x.cost_usd, x.created_at
from (
  -- The latest verdict on a candidate counts; an answer judged anew replaces the one before.
  select distinct on (r.org_id, r.prompt_set_id, r.judge_config_id, r.candidate_endpoint_id) r.*,
    case when r.coverage < 0.95 then 'incomplete' when r.n_scored < 10 then 'too_few' when r.n_scored < 30 then 'indicative' else 'ranked' end as standing
  from api.v_kyai_results r
  where r.category is null
  order by r.org_id, r.prompt_set_id, r.judge_config_id, r.candidate_endpoint_id, r.created_at desc, r.result_id desc
) x;
comment on view api.v_kyai_leaderboard is 'Candidates of a prompt set version under one judge, by mean score. standing: ranked from 30 scored prompts, indicative from 10, too_few below, incomplete when under 95 % of the expected are scored; only ranked ones have a rank.';
