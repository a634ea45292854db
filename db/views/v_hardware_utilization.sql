-- after: v_inferencex_outputs, core_t_975
create view api.v_hardware_utilization with (security_invoker = true) as
select u.*,
  case when u.gpu_util_avg_pct is not null then rank() over (s order by u.gpu_util_avg_pct desc nulls last, u.telemetry_n desc) end::integer as rank,
  count(*) over s::integer as compared_count,
  concat_ws(' · ', u.model_code, u.workload_shape, u.provenance) as comparison_key
from (
  select
    e.job_id, e.org_id, e.project_id, e.project_name, e.run_id, e.run_name, e.job_name, e.provenance, e.framework_code, e.framework_version,
    e.model_code, e.quantization_code, e.server_id, e.server_hostname, e.config_code, e.gpu_model, e.gpu_name, e.gpu_vendor, e.gpu_architecture,
    e.gpu_count, e.concurrency, e.input_sequence_length, e.output_sequence_length, e.workload_shape, e.n, e.job_ids, e.tokens_per_sec, e.confidence_interval_lower,
    e.confidence_interval_upper, e.total_tokens_per_sec, e.tokens_per_sec_per_gpu, t.telemetry_n, t.gpu_util_avg_pct,
    case when t.util_n >= 2 then greatest(0, t.gpu_util_avg_pct - core.t_975(t.util_n - 1) * t.util_sd / sqrt(t.util_n)) end as gpu_util_lower_pct,
    case when t.util_n >= 2 then least(100, t.gpu_util_avg_pct + core.t_975(t.util_n - 1) * t.util_sd / sqrt(t.util_n)) end as gpu_util_upper_pct,
    t.gpu_util_imbalance_pct, t.memory_used_avg_gb, t.memory_used_max_gb, t.memory_total_gb, t.power_total_avg_w,
    e.tokens_per_sec / nullif(t.power_total_avg_w, 0) as tokens_per_sec_per_watt, e.joules_per_token, t.temperature_max_c, t.kv_cache_avg_pct,
    m.peak_tflops, 2e-1 * m.active_params_b * e.total_tokens_per_sec / nullif(e.gpu_count * m.peak_tflops, 0) as mfu_pct,
    e.citation, e.source_url, e.created_at, e.workload_options
  from api.v_inferencex_outputs e
  left join lateral (
    select count(*)::integer as telemetry_n, count(s.gpu_util_avg_pct) as util_n, avg(s.gpu_util_avg_pct) as gpu_util_avg_pct,
      stddev_samp(s.gpu_util_avg_pct) as util_sd, avg(s.gpu_util_imbalance_pct) as gpu_util_imbalance_pct,
      avg(s.memory_used_avg_mb) / 1000 as memory_used_avg_gb, max(s.memory_used_max_mb) / 1000 as memory_used_max_gb,
      max(s.memory_total_mb) / 1000 as memory_total_gb, avg(s.power_total_avg_w) as power_total_avg_w, max(s.temperature_max_c) as temperature_max_c,
      avg(s.kv_cache_avg_pct) as kv_cache_avg_pct
    from core.telemetry_job_summaries s where s.job_id = any (e.job_ids)
  ) t on true
  left join lateral (
    select a.active_params_b::double precision as active_params_b,
      (case
        when e.quantization_code like '%fp4%' then coalesce(g.facts ->> 'fp4_tflops', g.facts ->> 'bf16_tflops')
        when e.quantization_code like '%fp8%' then coalesce(g.facts ->> 'fp8_tflops', g.facts ->> 'bf16_tflops')
        when e.quantization_code = 'int8' then coalesce(g.facts ->> 'int8_tops', g.facts ->> 'bf16_tflops')
        else g.facts ->> 'bf16_tflops' end)::double precision as peak_tflops
    from core.gpu_models g, core.ai_models a
    where g.gpu_model = e.gpu_model and a.model_code = e.model_code and (a.org_id is null or a.org_id = e.org_id)
    order by a.org_id nulls last limit 1
  ) m on true
) u
window s as (partition by u.org_id, u.model_code, u.input_sequence_length, u.output_sequence_length, u.workload_shape, u.provenance);
comment on view api.v_hardware_utilization is 'How much of the hardware the capacity estimates use: telemetry of the measured windows (means over the repeats that have any) and MFU, which is 2 x active parameters x total tokens/s over the dense peak of the precision. Ranked among the same model, lengths and provenance.';
