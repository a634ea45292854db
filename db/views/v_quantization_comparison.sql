-- after: v_inferencex_outputs
create view api.v_quantization_comparison with (security_invoker = true) as
select e.*,
  e.tokens_per_sec_per_gpu / nullif(max(e.tokens_per_sec_per_gpu) over s, 0) as relative_to_best,
  case when e.tokens_per_sec_per_gpu is not null then rank() over (s order by e.tokens_per_sec_per_gpu desc nulls last, e.n desc) end::integer as rank,
  count(*) over s::integer as compared_count,
  min(e.quantization_code) over s is distinct from max(e.quantization_code) over s as is_comparable,
  first_value(e.quantization_code) over b as baseline_quantization_code,
  first_value(e.job_id) over b as baseline_job_id,
  e.tokens_per_sec / nullif(first_value(e.tokens_per_sec) over b, 0) as speedup,
  concat_ws(' · ', e.model_code, e.gpu_count || ' x ' || coalesce(e.gpu_name, e.gpu_model), e.framework_code, e.framework_version, 'c' || e.concurrency,
    e.workload_shape, e.provenance) as comparison_key
from api.v_inferencex_outputs e
left join core.quantizations q on q.quantization_code = e.quantization_code
window s as (partition by e.org_id, e.provenance, e.model_code, e.gpu_model, e.gpu_name, e.gpu_count, e.framework_code, e.framework_version,
    e.input_sequence_length, e.output_sequence_length, e.workload_shape, e.concurrency),
  b as (s order by q.weight_bytes desc nulls last, e.quantization_code, e.n desc, e.job_id desc);
comment on view api.v_quantization_comparison is 'Precisions beside each other for the same model, GPUs, framework and version, concurrency, lengths and provenance. The baseline is the widest precision of the set; speedup is relative to it.';
