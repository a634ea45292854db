create function api.set_quota(p_org_id uuid, p_gpu_hours_per_month numeric default null, p_judge_tokens_per_month bigint default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform auth.require_role(p_org_id, 'admin');
  if p_gpu_hours_per_month < 0 or p_gpu_hours_per_month > 1e9 or p_gpu_hours_per_month = 'NaN' then
    perform auth.fail('validation_failed', 'p_gpu_hours_per_month is 0 or more; null is unlimited.', pg_catalog.jsonb_build_object('field', 'p_gpu_hours_per_month'));
  end if;
  if p_judge_tokens_per_month < 0 then
    perform auth.fail('validation_failed', 'p_judge_tokens_per_month is 0 or more; null is unlimited.', pg_catalog.jsonb_build_object('field', 'p_judge_tokens_per_month'));
  end if;
  insert into core.quotas as q (org_id, gpu_hours_per_month, judge_tokens_per_month, updated_by)
  values (p_org_id, p_gpu_hours_per_month, p_judge_tokens_per_month, auth.account_id())
  on conflict (org_id) do update set gpu_hours_per_month = excluded.gpu_hours_per_month,
    judge_tokens_per_month = excluded.judge_tokens_per_month, updated_at = now(), updated_by = excluded.updated_by;
  perform core.audit(p_org_id, 'set_quota', 'organization', p_org_id::text,
    pg_catalog.jsonb_build_object('gpu_hours_per_month', p_gpu_hours_per_month, 'judge_tokens_per_month', p_judge_tokens_per_month));
  return pg_catalog.jsonb_build_object('org_id', p_org_id, 'gpu_hours_per_month', p_gpu_hours_per_month, 'judge_tokens_per_month', p_judge_tokens_per_month);
end
$$;
comment on function api.set_quota is 'Sets both monthly quotas of a workspace, GPU-hours and judge tokens; null, or not given, is unlimited. Admins only.';
