-- after: v_inferencex_outputs
create view api.v_model_comparison with (security_invoker = true) as
select e.*,
  e.tokens_per_sec_per_gpu / nullif(max(e.tokens_per_sec_per_gpu) over s, 0) as relative_to_best,
  case when e.tokens_per_sec_per_gpu is not null then rank() over (s order by e.tokens_per_sec_per_gpu desc nulls last, e.n desc) end::integer as rank,
  count(*) over s::integer as compared_count,
  e.quantization_code is not null and min(e.model_code) over s is distinct from max(e.model_code) over s as is_comparable,
  concat_ws(' · ', e.gpu_count || ' x ' || coalesce(e.gpu_name, e.gpu_model), e.framework_code, e.quantization_code, 'c' || e.concurrency,
    e.workload_shape, e.provenance) as comparison_key
from api.v_inferencex_outputs e
window s as (partition by e.org_id, e.provenance, e.gpu_model, e.gpu_name, e.gpu_count, e.framework_code, e.quantization_code,
  e.input_sequence_length, e.output_sequence_length, e.workload_shape, e.concurrency);
comment on view api.v_model_comparison is 'Models beside each other on the same GPUs, framework, precision, concurrency, lengths and provenance. is_comparable: the set has more than one model and a known precision.';
