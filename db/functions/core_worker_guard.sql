create or replace function core.calling_worker(p_worker_id uuid, p_epoch integer) returns core.workers
language plpgsql volatile security definer set search_path = ''
as $$
declare
  w core.workers;
begin
  if auth.worker_id() is null or auth.worker_id() <> p_worker_id then
    perform auth.fail('forbidden', 'This token belongs to another worker.');
  end if;
  select * into w from core.workers where worker_id = p_worker_id for update;
  if not found then
    perform auth.fail('not_found', 'This worker is not registered any more.', null, 'Register again.');
  end if;
  if w.epoch <> p_epoch then
    perform auth.fail('conflict', pg_catalog.format('This worker was registered again (epoch %s, you are %s).', w.epoch, p_epoch),
      pg_catalog.jsonb_build_object('epoch', w.epoch), 'Stop: another agent on this machine took over.');
  end if;
  return w;
end
$$;
comment on function core.calling_worker is 'The worker that is calling, locked; refuses another worker''s token and an older epoch.';

create or replace function core.leased_attempt(p_job_id integer, p_attempt integer, p_lease_token text) returns core.job_attempts
language plpgsql volatile security definer set search_path = ''
as $$
declare
  a core.job_attempts;
begin
  select * into a from core.job_attempts where job_id = p_job_id and attempt = p_attempt for update;
  if not found or a.worker_id is distinct from auth.worker_id() or a.lease_token_hash <> auth.token_hash(p_lease_token) then
    perform auth.fail('not_found', 'There is no such attempt for this worker.');
  end if;
  if a.outcome is not null then
    perform auth.fail('conflict', pg_catalog.format('Attempt %s of job %s has ended (%s); its lease is lost.', p_attempt, p_job_id, a.outcome),
      pg_catalog.jsonb_build_object('outcome', a.outcome), 'Stop the job and drop what is left of it.');
  end if;
  return a;
end
$$;
comment on function core.leased_attempt is 'The open attempt that the lease token belongs to; conflict when the lease is lost. Fences every write of a worker.';
