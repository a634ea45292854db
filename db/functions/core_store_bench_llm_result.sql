create or replace function core.store_bench_llm_result(p_job_id integer, p_attempt integer) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  j core.jobs;
  r jsonb;
  completed double precision;
  failed double precision;
  output_rate double precision;
  energy_j double precision;
begin
  select * into strict j from core.jobs where job_id = p_job_id;
  select body_text::jsonb into strict r from core.job_results where job_id = p_job_id and attempt = p_attempt and kind = 'bench-llm';
  completed := (r ->> 'completed')::double precision;
  failed := (r ->> 'failed')::double precision;
  output_rate := (r ->> 'output_throughput')::double precision;
  -- Tokens of the window are throughput x duration: requests handed over from the warm-up gave some of them.
  -- Energy: mean power of all GPUs over the measured window times its length; null unless every GPU was sampled in it.
  select case when pg_catalog.count(*) = pg_catalog.max(j.gpu_count) then pg_catalog.sum(g.mean_w) * (r ->> 'duration')::double precision end into energy_j
  from (
    select pg_catalog.avg(t.power_w) as mean_w from core.telemetry_samples t
    where t.job_id = p_job_id and t.attempt = p_attempt and t.source = 'gpu' and t.power_w is not null
      and t.sampled_at between pg_catalog.to_timestamp((r ->> 'started_at_unix')::double precision)
                           and pg_catalog.to_timestamp((r ->> 'ended_at_unix')::double precision)
    group by t.gpu_index having pg_catalog.count(*) >= 2
  ) g;
  insert into core.results (job_id, org_id, tool_code, provenance, num_requests, num_failed, success_rate, duration_s,
    tokens_per_sec, total_tokens_per_sec, requests_per_sec, steady_tokens_per_sec, tokens_per_sec_per_gpu, tokens_per_sec_per_user,
    goodput_rps, joules_per_token,
    ttft_mean_ms, ttft_p50_ms, ttft_p90_ms, ttft_p95_ms, ttft_p99_ms, tpot_mean_ms, tpot_p50_ms, tpot_p90_ms, tpot_p95_ms, tpot_p99_ms,
    itl_mean_ms, itl_p50_ms, itl_p90_ms, itl_p95_ms, itl_p99_ms, e2e_mean_ms, e2e_p50_ms, e2e_p90_ms, e2e_p95_ms, e2e_p99_ms,
    total_input_tokens, total_output_tokens, token_count_source, input_tokens_mean, output_tokens_mean, measured_from, measured_to,
    is_valid, invalid_reasons, warnings)
  select p_job_id, j.org_id, j.tool_code, j.provenance, (completed + failed)::integer, failed::integer,
    completed / nullif(completed + failed, 0), (r ->> 'duration')::double precision,
    output_rate, (r ->> 'total_token_throughput')::double precision, (r ->> 'request_throughput')::double precision,
    (r #>> '{steady,output_throughput}')::double precision,
    output_rate / nullif(j.gpu_count, 0), 1000 / nullif((r ->> 'p50_tpot_ms')::double precision, 0),
    (r ->> 'request_goodput')::double precision, energy_j / nullif(output_rate * (r ->> 'duration')::double precision, 0),
    (r ->> 'mean_ttft_ms')::double precision, (r ->> 'p50_ttft_ms')::double precision, (r ->> 'p90_ttft_ms')::double precision, (r ->> 'p95_ttft_ms')::double precision, (r ->> 'p99_ttft_ms')::double precision,
    (r ->> 'mean_tpot_ms')::double precision, (r ->> 'p50_tpot_ms')::double precision, (r ->> 'p90_tpot_ms')::double precision, (r ->> 'p95_tpot_ms')::double precision, (r ->> 'p99_tpot_ms')::double precision,
    (r ->> 'mean_itl_ms')::double precision, (r ->> 'p50_itl_ms')::double precision, (r ->> 'p90_itl_ms')::double precision, (r ->> 'p95_itl_ms')::double precision, (r ->> 'p99_itl_ms')::double precision,
    (r ->> 'mean_e2el_ms')::double precision, (r ->> 'p50_e2el_ms')::double precision, (r ->> 'p90_e2el_ms')::double precision, (r ->> 'p95_e2el_ms')::double precision, (r ->> 'p99_e2el_ms')::double precision,
    (r ->> 'total_input_tokens')::bigint, (r ->> 'total_output_tokens')::bigint, r ->> 'token_count_source',
    (r #>> '{input_len_actual,mean}')::double precision, (r #>> '{output_len_actual,mean}')::double precision,
    pg_catalog.to_timestamp((r ->> 'started_at_unix')::double precision), pg_catalog.to_timestamp((r ->> 'ended_at_unix')::double precision),
    coalesce((r #>> '{self_check,valid}')::boolean, true),
    coalesce((select pg_catalog.array_agg(x) from pg_catalog.jsonb_array_elements_text(r #> '{self_check,reasons}') x), '{}'),
    coalesce((select pg_catalog.array_agg(x) from pg_catalog.jsonb_array_elements_text(r -> 'warnings') x), '{}');
end
$$;
comment on function core.store_bench_llm_result is 'Reads the figures of a bench-llm result file into the results table. TPOT p50 gives interactivity: 1000 / TPOT p50 tokens/s a user.';
