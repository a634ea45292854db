-- after: core_worker_guard, core_release_attempt, core_store_bench_llm_result, core_telemetry_summary
create function api.worker_finish_job(
  p_job_id integer, p_attempt integer, p_lease_token text, p_status text, p_error_code text, p_message text,
  p_exit_code integer, p_signal text, p_retryable boolean, p_launch jsonb
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  a core.job_attempts;
  final_status text;
begin
  if p_status not in ('completed', 'failed', 'cancelled') then
    perform auth.fail('validation_failed', 'p_status is completed, failed or cancelled.', pg_catalog.jsonb_build_object('field', 'p_status'));
  end if;
  -- The answer to this call was lost: the same end again is the same answer.
  select * into a from core.job_attempts
  where job_id = p_job_id and attempt = p_attempt and worker_id = auth.worker_id()
    and lease_token_hash = auth.token_hash(p_lease_token) and outcome = p_status;
  if found then
    return pg_catalog.jsonb_build_object('job_id', p_job_id, 'status_code', (select status_code from core.jobs where job_id = p_job_id));
  end if;
  a := core.leased_attempt(p_job_id, p_attempt, p_lease_token);
  update core.job_attempts set exit_code = p_exit_code, signal = p_signal, launch = p_launch where job_id = p_job_id and attempt = p_attempt;
  -- An endpoint that says it is simulated never counts as measured.
  if p_launch ->> 'simulated' = 'true' then
    update core.jobs set provenance = 'simulated' where job_id = p_job_id;
  end if;
  if p_status = 'completed' then
    if not exists (select from core.job_results where job_id = p_job_id and attempt = p_attempt and kind = 'bench-llm') then
      perform auth.fail('conflict', 'A job is completed only with its result; none is stored for this attempt.', null, 'Upload it with worker_put_result first.');
    end if;
    perform core.store_bench_llm_result(p_job_id, p_attempt);
    perform core.summarize_telemetry(p_job_id);
    update core.job_attempts set outcome = 'completed', ended_at = now(), phase_code = 'uploading' where job_id = p_job_id and attempt = p_attempt;
    update core.jobs set error_code = null, error_message = null, progress = 1 where job_id = p_job_id;
    perform core.set_job_status(p_job_id, 'completed', null, null);
    final_status := 'completed';
  else
    final_status := core.release_attempt(p_job_id, p_attempt, p_status, p_error_code, coalesce(p_message, 'No reason was given.'), p_retryable);
  end if;
  perform core.audit(a.org_id, 'job_' || final_status, 'job', p_job_id::text, pg_catalog.jsonb_build_object('attempt', p_attempt, 'error_code', p_error_code));
  return pg_catalog.jsonb_build_object('job_id', p_job_id, 'status_code', final_status);
end
$$;
comment on function api.worker_finish_job is 'Ends an attempt: completed needs a stored result; a retryable failure goes back to pending while attempts remain.';
