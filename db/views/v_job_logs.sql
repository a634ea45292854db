create view api.v_job_logs with (security_invoker = true) as
select l.job_id, l.attempt, l.stream, l.seq, l.org_id, l.content, l.byte_count, l.created_at
from core.job_logs l;
comment on view api.v_job_logs is 'Log chunks of a job by attempt, stream (engine, bench, agent) and seq.';
