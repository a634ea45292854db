create or replace function core.sizer_org(p_org_id uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_org uuid;
begin
  if auth.account_id() is null then
    perform auth.fail('unauthenticated', 'Sign in first.');
  end if;
  if p_org_id is not null then
    if auth.role_in(p_org_id) is null and not p_org_id = any (auth.org_ids()) then
      perform auth.fail('not_found', 'There is no such workspace, or you are not a member of it.', pg_catalog.jsonb_build_object('field', 'org_id'));
    end if;
    return p_org_id;
  end if;
  -- The first of get_current_user_context.
  select o.org_id into found_org from core.organizations o
  where o.org_id = any (auth.org_ids()) and not o.is_reference order by o.created_at, o.org_id limit 1;
  if found_org is null then
    perform auth.fail('not_found', 'You have no workspace.', pg_catalog.jsonb_build_object('field', 'org_id'), 'Make one with create_organization.');
  end if;
  return found_org;
end
$$;
comment on function core.sizer_org is 'The workspace asked for, or the caller''s primary one; raises not_found for one that the caller cannot see.';

create or replace function core.sizer_access(p_org_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  org uuid := core.sizer_org(p_org_id);
begin
  return pg_catalog.jsonb_build_object('org_id', org, 'role', auth.role_in(org),
    'enabled', coalesce((select s.enabled from core.sizer_settings s where s.org_id = org), true));
end
$$;
comment on function core.sizer_access is 'Which workspace a call of the sizer is about, the caller''s role there, and whether it uses the sizer.';

create or replace function core.sizer_context(p_org_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select pg_catalog.jsonb_build_object(
    'org_id', p_org_id, 'usd_per_kwh', s.usd_per_kwh, 'colo_usd_per_kw_month', s.colo_usd_per_kw_month,
    'prices', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('gpu_model', p.gpu_model, 'capex_server_usd_per_gpu', p.capex_server_usd_per_gpu,
        'capex_gpu_usd', p.capex_gpu_usd, 'cloud_usd_h', p.cloud_usd_h, 'source', p.source, 'as_of', p.as_of) order by p.gpu_model), '[]')
      from core.sizer_prices p where p.org_id = p_org_id),
    'models', (
      select coalesce(pg_catalog.jsonb_agg(m.facts order by m.model_code), '[]')
      from core.ai_models m where m.org_id = p_org_id and m.facts ? 'layers'))
  from (select p_org_id) w (org_id) left join core.sizer_settings s using (org_id)
$$;
comment on function core.sizer_context is 'What the sizing service is told about a workspace with each call: rates, prices, models of its own.';
