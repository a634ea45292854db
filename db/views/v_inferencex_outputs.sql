-- after: core_t_975
create view api.v_inferencex_outputs with (security_invoker = true) as
select
  e.job_ids[1] as job_id, e.org_id, l.project_id, p.project_name, l.run_id, r.run_name, l.job_name, e.tool_code, e.provenance, e.framework_code,
  e.framework_version, e.model_code, e.quantization_code, l.server_id, e.server_hostname, e.config_code, e.gpu_model, e.gpu_name,
  g.vendor as gpu_vendor, g.architecture as gpu_architecture, e.gpu_count, e.concurrency, e.input_sequence_length, e.output_sequence_length,
  concat_ws(' ', case when e.input_sequence_length is not null or e.output_sequence_length is not null then
      concat(e.input_sequence_length, '/', e.output_sequence_length) end,
    'range ' || (e.workload_options #>> '{range,mode}') || ' ' || (e.workload_options #>> '{range,value}'),
    case when e.workload_options ->> 'ignore_eos' = 'false' then 'ends by itself' end,
    e.workload_options ->> 'benchmark', e.workload_options ->> 'scenario') as workload_shape,
  e.workload_options, e.n, e.job_ids, e.tokens_per_sec, e.tokens_per_sec_stddev,
  -- greatest() would make 0 of an interval that is not there.
  case when e.n >= 2 then greatest(0, e.tokens_per_sec - core.t_975(e.n - 1) * e.tokens_per_sec_stddev / sqrt(e.n)) end as confidence_interval_lower,
  e.tokens_per_sec + core.t_975(e.n - 1) * e.tokens_per_sec_stddev / sqrt(e.n) as confidence_interval_upper,
  case when e.n >= 2 then 0.95::double precision end as confidence_level, case when e.n >= 2 then 't' end as ci_method,
  e.total_tokens_per_sec, e.requests_per_sec, e.tokens_per_sec_per_gpu, e.tokens_per_sec_per_user, e.goodput_rps, e.success_rate,
  e.ttft_mean_ms, e.ttft_p50_ms, e.ttft_p99_ms, e.tpot_mean_ms, e.tpot_p50_ms, e.tpot_p99_ms, e.e2e_mean_ms, e.e2e_p50_ms, e.e2e_p99_ms,
  e.joules_per_token,
  (g.facts ->> 'cloud_usd_h_low')::double precision * e.gpu_count / nullif(e.tokens_per_sec * 0.0036, 0) as usd_per_million_tokens,
  case when g.facts ->> 'cloud_usd_h_low' is not null and e.gpu_count is not null and e.tokens_per_sec > 0 then 'cloud_usd_h_low' end as price_basis,
  lx.citation, lx.source_url, e.first_created_at, e.created_at
from (
  select
    x.org_id, x.tool_code, x.provenance, j.framework_code, j.framework_version, j.model_code, j.quantization_code, j.server_hostname, j.config_code,
    j.gpu_model, j.gpu_name, j.gpu_count, j.concurrency, j.input_sequence_length, j.output_sequence_length,
    -- What differs between repeats of one measurement without making it another one.
    j.options - array['seed', 'num_requests', 'num_warmups', 'max_duration_s'] as workload_options,
    count(*)::integer as n, array_agg(j.job_id order by j.job_id desc) as job_ids,
    avg(x.tokens_per_sec) as tokens_per_sec, stddev_samp(x.tokens_per_sec) as tokens_per_sec_stddev,
    avg(x.total_tokens_per_sec) as total_tokens_per_sec, avg(x.requests_per_sec) as requests_per_sec,
    avg(x.tokens_per_sec_per_gpu) as tokens_per_sec_per_gpu, avg(x.tokens_per_sec_per_user) as tokens_per_sec_per_user,
    avg(x.goodput_rps) as goodput_rps, avg(x.success_rate) as success_rate,
    avg(x.ttft_mean_ms) as ttft_mean_ms, avg(x.ttft_p50_ms) as ttft_p50_ms, avg(x.ttft_p99_ms) as ttft_p99_ms,
    avg(x.tpot_mean_ms) as tpot_mean_ms, avg(x.tpot_p50_ms) as tpot_p50_ms, avg(x.tpot_p99_ms) as tpot_p99_ms,
    avg(x.e2e_mean_ms) as e2e_mean_ms, avg(x.e2e_p50_ms) as e2e_p50_ms, avg(x.e2e_p99_ms) as e2e_p99_ms,
    avg(x.joules_per_token) as joules_per_token, min(x.created_at) as first_created_at, max(x.created_at) as created_at
  from core.results x
  join core.jobs j on j.job_id = x.job_id and j.org_id = x.org_id
  where x.tool_code = 'bench-llm' and x.is_valid and x.tokens_per_sec is not null
  group by x.org_id, x.tool_code, x.provenance, j.framework_code, j.framework_version, j.model_code, j.quantization_code, j.server_hostname,
    j.config_code, j.gpu_model, j.gpu_name, j.gpu_count, j.concurrency, j.input_sequence_length, j.output_sequence_length, workload_options
) e
join core.jobs l on l.job_id = e.job_ids[1]
join core.results lx on lx.job_id = e.job_ids[1]
join core.projects p on p.project_id = l.project_id
join core.runs r on r.run_id = l.run_id
left join core.gpu_models g on g.gpu_model = e.gpu_model;
comment on view api.v_inferencex_outputs is 'Capacity estimates: the mean over n repeats of like jobs (same deployment, load, options and provenance; sound results only) with the 95 % t-interval of tokens_per_sec. Latencies are means of the repeats'' percentiles. Ids are those of the latest repeat.';
