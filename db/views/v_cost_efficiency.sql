-- after: v_inferencex_outputs, v_gpu_prices
create view api.v_cost_efficiency with (security_invoker = true) as
select c.*,
  rank() over (s order by c.usd_per_million_tokens, c.n desc)::integer as rank,
  count(*) over s::integer as compared_count,
  concat_ws(' · ', c.model_code, c.workload_shape, c.price_basis, c.provenance) as comparison_key
from (
  select
    e.job_id, e.org_id, e.project_id, e.project_name, e.run_id, e.run_name, e.job_name, e.provenance, e.framework_code, e.framework_version,
    e.model_code, e.quantization_code, e.server_id, e.server_hostname, e.config_code, e.gpu_model, e.gpu_name, e.gpu_vendor, e.gpu_architecture,
    e.gpu_count, e.concurrency, e.input_sequence_length, e.output_sequence_length, e.workload_shape, e.n, e.job_ids, e.tokens_per_sec, e.confidence_interval_lower,
    e.confidence_interval_upper, e.total_tokens_per_sec, e.tokens_per_sec_per_gpu, e.tokens_per_sec_per_user, e.ttft_p99_ms, e.tpot_p99_ms,
    e.joules_per_token, g.price_basis, g.basis_name, g.usd_per_gpu_hour, g.usd_per_gpu_hour * e.gpu_count as usd_per_hour, g.price_source,
    g.price_as_of, g.is_guess as price_is_guess, g.is_default as is_default_basis,
    g.usd_per_gpu_hour * e.gpu_count / (e.tokens_per_sec * 0.0036) as usd_per_million_tokens,
    g.usd_per_gpu_hour * e.gpu_count / nullif(e.confidence_interval_upper * 0.0036, 0) as usd_per_million_tokens_lower,
    g.usd_per_gpu_hour * e.gpu_count / nullif(e.confidence_interval_lower * 0.0036, 0) as usd_per_million_tokens_upper,
    g.usd_per_gpu_hour * e.gpu_count / nullif(e.total_tokens_per_sec * 0.0036, 0) as usd_per_million_total_tokens,
    e.tokens_per_sec * 3600 / (g.usd_per_gpu_hour * e.gpu_count) as tokens_per_usd, e.citation, e.source_url, e.created_at
  from api.v_inferencex_outputs e
  join api.v_gpu_prices g on g.gpu_model = e.gpu_model
  where e.gpu_count > 0 and e.tokens_per_sec > 0
) c
window s as (partition by c.org_id, c.model_code, c.input_sequence_length, c.output_sequence_length, c.workload_shape, c.provenance, c.price_basis);
comment on view api.v_cost_efficiency is 'What a million tokens cost: a row a capacity estimate and price basis, GPUs of the deployment at their catalog price (v_gpu_prices). Ranked, cheapest first, among the same model, lengths, provenance and basis. Estimates on GPUs without a price are not here.';
