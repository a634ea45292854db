-- after: core_release_attempt
create or replace function core.expire_leases() returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  a record;
  n integer := 0;
begin
  for a in
    select job_id, attempt, worker_id from core.job_attempts
    where outcome is null and lease_expires_at < now() - core.setting_interval('requeue_grace_s')
    for update skip locked
  loop
    perform core.release_attempt(a.job_id, a.attempt, 'lost', 'lease_lost',
      'The worker stopped answering while it held this job.', true);
    n := n + 1;
  end loop;
  return n;
end
$$;
comment on function core.expire_leases is 'Takes back jobs of workers that stopped answering. Run every few seconds by any number of API processes.';
