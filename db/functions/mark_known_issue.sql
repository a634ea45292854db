create function api.mark_known_issue(p_org_id uuid, p_job_ids integer[], p_issue_text text, p_issue_url text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Enough for a run; and a job with more to say of it should not be used at all.
  jobs_most constant integer := 200;
  issues_most constant integer := 10;
  unknown integer[];
  full_job integer;
  ids jsonb;
begin
  perform auth.require_role(p_org_id, 'engineer');
  if p_job_ids is null or pg_catalog.cardinality(p_job_ids) not between 1 and jobs_most or pg_catalog.array_position(p_job_ids, null) is not null then
    perform auth.fail('validation_failed', pg_catalog.format('p_job_ids names 1 to %s jobs.', jobs_most),
      pg_catalog.jsonb_build_object('field', 'p_job_ids', 'limit', jobs_most));
  end if;
  if p_issue_text is null or length(btrim(p_issue_text)) not between 1 and 300 then
    perform auth.fail('validation_failed', 'Say what is wrong in 1 to 300 characters.', pg_catalog.jsonb_build_object('field', 'p_issue_text'));
  end if;
  if p_issue_url is not null and (p_issue_url !~ '^https?://[^[:space:]]+$' or length(p_issue_url) > 500) then
    perform auth.fail('validation_failed', 'p_issue_url is an http or https address of at most 500 characters.', pg_catalog.jsonb_build_object('field', 'p_issue_url'));
  end if;
  select pg_catalog.array_agg(named.job_id order by named.job_id) into unknown
  from (select distinct unnest(p_job_ids) as job_id) named
  where not exists (select from core.jobs j where j.job_id = named.job_id and j.org_id = p_org_id);
  if unknown is not null then
    perform auth.fail('not_found', pg_catalog.format('There is no job %s in this workspace.', unknown[1]),
      pg_catalog.jsonb_build_object('field', 'p_job_ids', 'job_ids', pg_catalog.to_jsonb(unknown)));
  end if;
  -- One at a time, so that two calls at once keep the limit.
  perform 1 from core.jobs where job_id = any (p_job_ids) order by job_id for update;
  select k.job_id into full_job from core.known_issues k where k.job_id = any (p_job_ids)
  group by k.job_id having count(*) >= issues_most limit 1;
  if full_job is not null then
    perform auth.fail('validation_failed', pg_catalog.format('Job %s has %s known issues, the most it keeps.', full_job, issues_most),
      pg_catalog.jsonb_build_object('field', 'p_job_ids', 'limit', issues_most), 'Clear those that no longer hold.');
  end if;
  with made as (
    insert into core.known_issues (org_id, job_id, issue_text, issue_url, created_by)
    select p_org_id, named.job_id, btrim(p_issue_text), p_issue_url, auth.account_id()
    from (select distinct unnest(p_job_ids) as job_id) named
    returning known_issue_id, job_id
  )
  select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('known_issue_id', known_issue_id, 'job_id', job_id) order by job_id) into ids from made;
  perform core.audit(p_org_id, 'mark_known_issue', 'job', p_job_ids[1]::text,
    pg_catalog.jsonb_build_object('job_ids', pg_catalog.to_jsonb(p_job_ids), 'issue_text', btrim(p_issue_text)));
  return ids;
end
$$;
comment on function api.mark_known_issue is 'Says of jobs what is known to be wrong with their figures; leaderboards, comparisons and exports show it beside them.';
