-- after: core_worker_guard, core_set_job_status
create function api.worker_claim_job(p_worker_id uuid, p_epoch integer, p_claim_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  w core.workers := core.calling_worker(p_worker_id, p_epoch);
  j core.jobs;
  a core.job_attempts;
  token text := auth.new_token('ysl_');
  expiry timestamptz := now() + core.setting_interval('lease_ttl_s');
  answer jsonb;
begin
  -- The answer to this claim was lost: give it again, with a lease token that replaces the one nobody received.
  select * into a from core.job_attempts where claim_id = p_claim_id and worker_id = p_worker_id for update;
  if found then
    if a.outcome is not null then
      return null;
    end if;
    update core.job_attempts set lease_token_hash = auth.token_hash(token), lease_expires_at = expiry, worker_epoch = p_epoch
    where job_id = a.job_id and attempt = a.attempt;
    return a.claim_answer || pg_catalog.jsonb_build_object('lease_token', token, 'lease_expires_at', expiry);
  end if;
  if w.drain_requested_at is not null then
    return null;
  end if;
  -- One benchmark at a time on a machine: two would measure each other.
  perform 1 from core.servers where server_id = w.server_id for update;
  if exists (select from core.jobs where server_id = w.server_id and status_code in ('queued', 'running')) then
    return null;
  end if;
  select * into j from core.jobs
  where status_code = 'pending' and server_id = w.server_id and (not_before is null or not_before <= now())
    and w.capabilities -> 'launch_kinds' ? (launch_spec ->> 'kind') and w.capabilities -> 'tools' ? tool_code
  order by job_id
  for update skip locked
  limit 1;
  if not found then
    return null;
  end if;
  update core.jobs set attempt_count = attempt_count + 1, error_code = null, error_message = null, not_before = null
  where job_id = j.job_id returning * into j;
  answer := pg_catalog.jsonb_build_object(
    'job_id', j.job_id, 'attempt', j.attempt_count, 'tool_code', j.tool_code, 'job_name', j.job_name,
    'bench', pg_catalog.jsonb_build_object(
      'concurrency', j.concurrency, 'input_len', j.input_sequence_length, 'output_len', j.output_sequence_length,
      'num_requests', (j.options ->> 'num_requests')::integer, 'num_warmups', (j.options ->> 'num_warmups')::integer,
      'max_duration_s', (j.options ->> 'max_duration_s')::numeric, 'seed', (j.options ->> 'seed')::bigint,
      'options', j.options - 'num_requests' - 'num_warmups' - 'max_duration_s' - 'seed'),
    'launch', j.launch_spec,
    'limits', pg_catalog.jsonb_build_object('max_runtime_s', core.setting_number('job_max_runtime_s')));
  insert into core.job_attempts (job_id, attempt, org_id, worker_id, worker_epoch, claim_id, lease_token_hash, lease_expires_at, claim_answer)
  values (j.job_id, j.attempt_count, j.org_id, p_worker_id, p_epoch, p_claim_id, auth.token_hash(token), expiry, answer);
  perform core.set_job_status(j.job_id, 'queued', 'claimed', pg_catalog.format('Leased to the worker on %s.', j.server_hostname));
  return answer || pg_catalog.jsonb_build_object('lease_token', token, 'lease_expires_at', expiry);
end
$$;
comment on function api.worker_claim_job is 'Leases the next pending job of the worker''s server; null when there is none. The same claim_id gets the same job.';
