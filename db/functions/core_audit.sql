create or replace function core.audit(p_org_id uuid, p_action text, p_object_type text, p_object_id text, p_detail jsonb default null)
returns void
language sql volatile security definer set search_path = ''
as $$
  insert into core.audit_log (org_id, account_id, worker_id, action, object_type, object_id, request_id, detail)
  values (p_org_id, auth.account_id(), auth.worker_id(), p_action, p_object_type, p_object_id,
    nullif(pg_catalog.current_setting('request.id', true), ''), p_detail)
$$;
comment on function core.audit is 'Writes one line of the audit log in the transaction of what it records.';
