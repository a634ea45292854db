create view api.v_audit_logs with (security_invoker = true) as
select l.audit_id, l.org_id, l.account_id, a.email, l.worker_id, l.action, l.object_type, l.object_id, l.outcome, l.request_id, l.detail, l.created_at
from core.audit_log l
left join core.accounts a using (account_id)
where l.created_at > now() - interval '90 days';
comment on view api.v_audit_logs is 'Every write of the last 90 days; for admins of the workspace.';
