create view api.v_job_attempts with (security_invoker = true) as
select a.job_id, a.attempt, a.org_id, a.worker_id, s.hostname, a.phase_code, a.outcome, a.error_code, a.error_message, a.exit_code, a.signal,
  a.launch, a.started_at, a.ended_at
from core.job_attempts a
left join core.workers w using (worker_id)
left join core.servers s on s.server_id = w.server_id;
comment on view api.v_job_attempts is 'Attempts of a job: which worker, how it was launched (secrets masked), how it ended.';
