create view api.v_kyai_outputs with (security_invoker = true) as
select
  o.output_id, o.org_id, u.evaluation_id, o.judge_run_id, o.generation_output_id, q.generation_run_id, r.candidate_endpoint_id, c.display_name as candidate_name,
  u.judge_config_id, k.judge_name, k.version as judge_version, k.mode, k.scale_min, k.scale_max, q.prompt_id, t.prompt_set_id, t.ordinal as prompt_ordinal,
  t.category, t.difficulty, q.repeat_index, o.judge_repeat, o.answer_order, o.status_code, o.score, o.verdict, o.judge_response, o.rationale,
  o.unscored_reason, o.parse_method, o.is_ambiguous, o.input_tokens, o.output_tokens, o.latency_ms, o.cost_usd, o.error_code, o.error_message,
  o.attempt_count, o.finished_at, o.created_at
from core.kyai_outputs o
join core.kyai_judge_runs u on u.judge_run_id = o.judge_run_id
join core.kyai_judge_configs k on k.judge_config_id = u.judge_config_id
join core.kyai_generation_outputs q on q.generation_output_id = o.generation_output_id
join core.kyai_generation_runs r on r.generation_run_id = q.generation_run_id
join core.kyai_candidate_endpoints c on c.candidate_endpoint_id = r.candidate_endpoint_id
join core.kyai_prompts t on t.prompt_id = q.prompt_id;
comment on view api.v_kyai_outputs is 'Every verdict: score, and what the judge wrote (judge_response). Without a score unscored_reason says why.';
