create function api.clear_known_issue(p_known_issue_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  k core.known_issues;
begin
  select * into k from core.known_issues
  where known_issue_id = p_known_issue_id and org_id = any (auth.org_ids()) for update;
  if not found then
    perform auth.fail('not_found', 'There is no such known issue.', pg_catalog.jsonb_build_object('field', 'p_known_issue_id'));
  end if;
  perform auth.require_role(k.org_id, 'engineer');
  delete from core.known_issues where known_issue_id = p_known_issue_id;
  perform core.audit(k.org_id, 'clear_known_issue', 'job', k.job_id::text, pg_catalog.jsonb_build_object('issue_text', k.issue_text));
  return pg_catalog.jsonb_build_object('known_issue_id', p_known_issue_id, 'job_id', k.job_id);
end
$$;
comment on function api.clear_known_issue is 'Takes a known issue back; the audit log keeps what it said.';
