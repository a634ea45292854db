create view api.v_known_issues with (security_invoker = true) as
select k.known_issue_id, k.org_id, k.job_id, k.issue_text, k.issue_url, a.display_name as created_by_name, k.created_at
from core.known_issues k
left join core.accounts a on a.account_id = k.created_by;
comment on view api.v_known_issues is 'What is known to be wrong with the figures of jobs, a row each.';
