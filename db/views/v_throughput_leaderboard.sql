-- after: v_inferencex_outputs
create view api.v_throughput_leaderboard with (security_invoker = true) as
select e.*,
  case when e.tokens_per_sec_per_gpu is not null then rank() over (s order by e.tokens_per_sec_per_gpu desc nulls last, e.n desc) end::integer as rank,
  rank() over (s order by e.tokens_per_sec desc, e.n desc)::integer as rank_by_tokens_per_sec,
  row_number() over (d order by e.tokens_per_sec desc, e.n desc, e.job_id desc) = 1 as is_best_of_deployment,
  count(*) over s::integer as compared_count,
  concat_ws(' · ', e.model_code, e.workload_shape, e.provenance) as comparison_key
from api.v_inferencex_outputs e
window s as (partition by e.org_id, e.model_code, e.input_sequence_length, e.output_sequence_length, e.workload_shape, e.provenance),
  d as (partition by e.org_id, e.model_code, e.input_sequence_length, e.output_sequence_length, e.workload_shape, e.provenance, e.framework_code, e.framework_version,
    e.quantization_code, e.server_hostname, e.config_code, e.gpu_model, e.gpu_name, e.gpu_count, e.workload_options);
comment on view api.v_throughput_leaderboard is 'Capacity estimates ranked within a workspace among those of the same model, lengths and provenance: by output tokens/s per GPU, then by n. is_best_of_deployment marks the concurrency that gives a deployment''s most.';
