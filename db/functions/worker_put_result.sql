-- after: core_worker_guard
create function api.worker_put_result(
  p_job_id integer, p_attempt integer, p_lease_token text, p_kind text, p_sha256 text, p_body_text text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  a core.job_attempts := core.leased_attempt(p_job_id, p_attempt, p_lease_token);
  stored_sha text;
begin
  if pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(p_body_text, 'UTF8')), 'hex') <> p_sha256 then
    perform auth.fail('validation_failed', 'The digest does not fit the body: it was damaged on the way.', pg_catalog.jsonb_build_object('field', 'p_sha256'));
  end if;
  begin
    perform p_body_text::jsonb;
  exception when others then
    perform auth.fail('validation_failed', 'p_body_text is not JSON.', pg_catalog.jsonb_build_object('field', 'p_body_text'));
  end;
  insert into core.job_results (job_id, attempt, kind, org_id, sha256, body_text)
  values (p_job_id, p_attempt, p_kind, a.org_id, p_sha256, p_body_text)
  on conflict (job_id, attempt, kind) do nothing;
  select sha256 into stored_sha from core.job_results where job_id = p_job_id and attempt = p_attempt and kind = p_kind;
  if stored_sha <> p_sha256 then
    perform auth.fail('conflict', 'Another result of this attempt is stored already.', pg_catalog.jsonb_build_object('stored_sha256', stored_sha));
  end if;
  return pg_catalog.jsonb_build_object('stored', true);
end
$$;
comment on function api.worker_put_result is 'Stores the result file of an attempt; the same digest again is fine, another one is a conflict.';
