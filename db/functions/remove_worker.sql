-- after: core_release_attempt
create function api.remove_worker(p_worker_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  w core.workers;
  a record;
  released jsonb := '[]';
begin
  select * into w from core.workers where worker_id = p_worker_id and org_id = any (auth.org_ids()) for update;
  if not found then
    perform auth.fail('not_found', 'There is no such worker.', pg_catalog.jsonb_build_object('field', 'p_worker_id'));
  end if;
  perform auth.require_role(w.org_id, 'engineer');
  -- In order of their jobs, as everybody locks them.
  for a in select job_id, attempt from core.job_attempts where worker_id = p_worker_id and outcome is null order by job_id, attempt loop
    released := released || pg_catalog.jsonb_build_object('job_id', a.job_id, 'status_code',
      core.release_attempt(a.job_id, a.attempt, 'lost', 'worker_removed', 'The worker was removed from the workspace.', true));
  end loop;
  -- Its token goes with it; its attempts stay, without a worker.
  delete from core.workers where worker_id = p_worker_id;
  perform core.audit(w.org_id, 'remove_worker', 'worker', p_worker_id::text,
    pg_catalog.jsonb_build_object('server_id', w.server_id, 'machine_id', w.machine_id, 'released', released));
  return pg_catalog.jsonb_build_object('worker_id', p_worker_id, 'released', released);
end
$$;
comment on function api.remove_worker is 'Removes a worker and its token; jobs it held go back to pending while attempts remain. It may register again while it has a good registration token: revoke that first.';
