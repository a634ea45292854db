-- after: core_worker_guard
create function api.worker_append_log(
  p_job_id integer, p_attempt integer, p_lease_token text, p_stream text, p_seq integer, p_content text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  a core.job_attempts := core.leased_attempt(p_job_id, p_attempt, p_lease_token);
  expected integer;
  stored bigint;
  byte_limit bigint := core.setting_number('log_max_bytes_per_job')::bigint;
begin
  if p_stream not in ('engine', 'bench', 'agent') then
    perform auth.fail('validation_failed', 'p_stream is engine, bench or agent.', pg_catalog.jsonb_build_object('field', 'p_stream'));
  end if;
  select coalesce(pg_catalog.max(seq) + 1, 0) into expected from core.job_logs
  where job_id = p_job_id and attempt = p_attempt and stream = p_stream;
  if p_seq <> expected then
    return pg_catalog.jsonb_build_object('next_seq', expected, 'truncated', false);
  end if;
  select coalesce(pg_catalog.sum(byte_count), 0) into stored from core.job_logs where job_id = p_job_id;
  if stored >= byte_limit then
    -- One line says that the log ends here; the chunks after it are counted as taken, so that the worker goes on.
    insert into core.job_logs (job_id, attempt, stream, seq, org_id, content, byte_count)
    values (p_job_id, p_attempt, p_stream, p_seq, a.org_id, E'\n[log cut off here: the limit of ' || byte_limit || E' bytes for a job is reached]\n', 0)
    on conflict do nothing;
    return pg_catalog.jsonb_build_object('next_seq', expected + 1, 'truncated', true);
  end if;
  insert into core.job_logs (job_id, attempt, stream, seq, org_id, content, byte_count)
  values (p_job_id, p_attempt, p_stream, p_seq, a.org_id, p_content, pg_catalog.octet_length(p_content));
  return pg_catalog.jsonb_build_object('next_seq', expected + 1, 'truncated', false);
end
$$;
comment on function api.worker_append_log is 'Appends a chunk of a log stream; a repeat is a no-op, a gap answers the sequence number expected.';
