create view api.v_bench_llm_outputs with (security_invoker = true) as
select
  j.job_id, x.org_id, j.project_id, p.project_name, j.run_id, r.run_name, j.job_name, x.tool_code, x.provenance, j.framework_code, j.framework_version,
  j.model_code, j.quantization_code, j.server_id, j.server_hostname, j.config_code, j.gpu_model, j.gpu_name, g.vendor as gpu_vendor, g.architecture as gpu_architecture, j.gpu_count, j.concurrency,
  j.input_sequence_length, j.output_sequence_length, x.statistic, x.num_requests, x.num_failed, x.success_rate, x.duration_s,
  x.tokens_per_sec, x.total_tokens_per_sec, x.requests_per_sec, x.steady_tokens_per_sec, x.tokens_per_sec_per_gpu, x.tokens_per_sec_per_user,
  x.goodput_rps,
  coalesce(x.usd_per_million_tokens, (g.facts ->> 'cloud_usd_h_low')::double precision * j.gpu_count / nullif(x.tokens_per_sec * 0.0036, 0)) as usd_per_million_tokens,
  case when x.usd_per_million_tokens is not null then 'stated'
    when g.facts ->> 'cloud_usd_h_low' is not null and j.gpu_count is not null and x.tokens_per_sec > 0 then 'cloud_usd_h_low' end as price_basis,
  x.joules_per_token,
  x.ttft_mean_ms, x.ttft_p50_ms, x.ttft_p90_ms, x.ttft_p95_ms, x.ttft_p99_ms, x.tpot_mean_ms, x.tpot_p50_ms, x.tpot_p90_ms, x.tpot_p95_ms, x.tpot_p99_ms,
  x.itl_mean_ms, x.itl_p50_ms, x.itl_p90_ms, x.itl_p95_ms, x.itl_p99_ms, x.e2e_mean_ms, x.e2e_p50_ms, x.e2e_p90_ms, x.e2e_p95_ms, x.e2e_p99_ms,
  x.total_input_tokens, x.total_output_tokens, x.token_count_source, x.input_tokens_mean, x.output_tokens_mean, x.measured_from, x.measured_to,
  x.is_valid, x.invalid_reasons, x.warnings, x.citation, x.source_url, x.created_at
from core.results x
join core.jobs j on j.job_id = x.job_id and j.org_id = x.org_id
join core.projects p on p.project_id = j.project_id
join core.runs r on r.run_id = j.run_id
left join core.gpu_models g on g.gpu_model = j.gpu_model
where x.tool_code = 'bench-llm';
comment on view api.v_bench_llm_outputs is 'Figures of LLM benchmarks with token counts and the measured window.';
