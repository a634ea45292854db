create view api.kyai_results with (security_invoker = true) as
select result_id, org_id, evaluation_id, judge_run_id, candidate_endpoint_id, judge_config_id, prompt_set_id, category, n_expected, n_scored, n_unscored,
  unscored_reasons, score, score_sd, confidence_interval_lower, confidence_interval_upper, ci_method, pass_rate, pass_rate_lower, pass_rate_upper,
  cost_usd, created_at
from core.kyai_results;
comment on view api.kyai_results is 'Mean scores per candidate, judge, prompt set and category (null: the whole set), ids only; v_kyai_results has the names.';
