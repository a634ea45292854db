-- after: v_inferencex_outputs
create view api.v_concurrency_scaling with (security_invoker = true) as
select e.*,
  first_value(e.concurrency) over o as base_concurrency,
  e.tokens_per_sec / nullif(first_value(e.tokens_per_sec) over o, 0) as speedup,
  e.tokens_per_sec / nullif(first_value(e.tokens_per_sec) over o, 0) * first_value(e.concurrency) over o / e.concurrency as scaling_efficiency,
  e.tokens_per_sec / nullif(lag(e.tokens_per_sec) over o, 0) - 1 as gain_over_previous,
  e.tokens_per_sec = max(e.tokens_per_sec) over s as is_peak,
  count(*) over s::integer as compared_count,
  min(e.concurrency) over s is distinct from max(e.concurrency) over s as is_comparable,
  concat_ws(' · ', e.model_code, e.gpu_count || ' x ' || coalesce(e.gpu_name, e.gpu_model), e.framework_code, e.framework_version, e.quantization_code,
    e.server_hostname, e.config_code, e.workload_shape, e.provenance) as comparison_key
from api.v_inferencex_outputs e
where e.concurrency is not null
window s as (partition by e.org_id, e.provenance, e.model_code, e.framework_code, e.framework_version, e.quantization_code, e.server_hostname,
    e.config_code, e.gpu_model, e.gpu_name, e.gpu_count, e.input_sequence_length, e.output_sequence_length, e.workload_shape, e.workload_options),
  o as (s order by e.concurrency);
comment on view api.v_concurrency_scaling is 'One deployment and workload over concurrency: speedup and efficiency against its lowest concurrency, gain over the step before.';
