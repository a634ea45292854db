create view api.v_kyai_generation_outputs with (security_invoker = true) as
select
  o.generation_output_id, o.org_id, r.evaluation_id, o.generation_run_id, r.candidate_endpoint_id, c.display_name as candidate_name, c.model_id as candidate_model_id,
  o.prompt_id, t.prompt_set_id, t.ordinal as prompt_ordinal, t.category, t.difficulty, t.messages, t.reference_answer, o.repeat_index, o.status_code,
  o.output_text, o.finish_reason, o.input_tokens, o.output_tokens, o.ttft_ms, o.latency_ms, o.model_returned, o.system_fingerprint, o.cost_usd,
  o.error_code, o.error_message, o.attempt_count, o.finished_at, o.created_at
from core.kyai_generation_outputs o
join core.kyai_generation_runs r on r.generation_run_id = o.generation_run_id
join core.kyai_candidate_endpoints c on c.candidate_endpoint_id = r.candidate_endpoint_id
join core.kyai_prompts t on t.prompt_id = o.prompt_id;
comment on view api.v_kyai_generation_outputs is 'Answers of candidates with the prompt. Tokens and cost are null where not reported, never 0.';
