-- after: core_audit, core_sizer_workspace
create or replace function core.sizer_settings_of(p_org_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select pg_catalog.jsonb_build_object(
    'org_id', p_org_id, 'enabled', coalesce(s.enabled, true), 'usd_per_kwh', s.usd_per_kwh, 'colo_usd_per_kw_month', s.colo_usd_per_kw_month,
    'updated_at', s.updated_at,
    'training_points', (select pg_catalog.count(*) from core.sizer_training_points p where p.org_id = p_org_id),
    'trained_points', t.accepted, 'trained_at', t.finished_at, 'model_version', t.model_version)
  from (select p_org_id) w (org_id)
  left join core.sizer_settings s using (org_id)
  left join lateral (
    select e.accepted, e.finished_at, e.model_version from core.sizer_export_jobs e
    where e.org_id = p_org_id and e.action = 'train' and e.status = 'completed' order by e.created_at desc, e.export_job_id desc limit 1
  ) t on true
$$;
comment on function core.sizer_settings_of is 'Settings of the sizer in a workspace, and what it was trained with.';

create or replace function core.sizer_change_settings(p_org_id uuid, p_change jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform auth.require_role(p_org_id, 'admin');
  insert into core.sizer_settings as s (org_id, enabled, usd_per_kwh, colo_usd_per_kw_month, updated_by)
  values (p_org_id, coalesce((p_change ->> 'enabled')::boolean, true), (p_change ->> 'usd_per_kwh')::numeric,
    (p_change ->> 'colo_usd_per_kw_month')::numeric, auth.account_id())
  on conflict (org_id) do update set
    enabled = coalesce((p_change ->> 'enabled')::boolean, s.enabled),
    usd_per_kwh = case when p_change ? 'usd_per_kwh' then excluded.usd_per_kwh else s.usd_per_kwh end,
    colo_usd_per_kw_month = case when p_change ? 'colo_usd_per_kw_month' then excluded.colo_usd_per_kw_month else s.colo_usd_per_kw_month end,
    updated_at = now(), updated_by = excluded.updated_by;
  perform core.audit(p_org_id, 'sizer_settings_changed', 'organization', p_org_id::text, p_change);
  return core.sizer_settings_of(p_org_id);
end
$$;
comment on function core.sizer_change_settings is 'Changes what the change names; a null rate goes back to the sizer''s own. Admins only.';

create or replace function core.sizer_price_json(p core.sizer_prices) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select pg_catalog.jsonb_build_object('org_id', p.org_id, 'gpu_model', p.gpu_model, 'gpu_display_name', g.display_name,
    'capex_server_usd_per_gpu', p.capex_server_usd_per_gpu, 'capex_gpu_usd', p.capex_gpu_usd, 'cloud_usd_h', p.cloud_usd_h,
    'source', p.source, 'as_of', p.as_of, 'updated_at', p.updated_at)
  from core.gpu_models g where g.gpu_model = p.gpu_model
$$;
comment on function core.sizer_price_json is 'A price of a workspace as the API answers it.';

create or replace function core.sizer_put_price(p_org_id uuid, p_gpu_model text, p_price jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  stored core.sizer_prices;
begin
  perform auth.require_role(p_org_id, 'admin');
  if not exists (select from core.gpu_models where gpu_model = p_gpu_model) then
    perform auth.fail('not_found', pg_catalog.format('There is no GPU model "%s" in the catalog.', p_gpu_model), pg_catalog.jsonb_build_object('field', 'gpu_model'),
      'GET /api/sizer/gpu-skus lists them.');
  end if;
  insert into core.sizer_prices (org_id, gpu_model, capex_server_usd_per_gpu, capex_gpu_usd, cloud_usd_h, source, as_of, updated_by)
  values (p_org_id, p_gpu_model, (p_price ->> 'capex_server_usd_per_gpu')::numeric, (p_price ->> 'capex_gpu_usd')::numeric,
    (p_price ->> 'cloud_usd_h')::numeric, p_price ->> 'source', p_price ->> 'as_of', auth.account_id())
  on conflict (org_id, gpu_model) do update set capex_server_usd_per_gpu = excluded.capex_server_usd_per_gpu,
    capex_gpu_usd = excluded.capex_gpu_usd, cloud_usd_h = excluded.cloud_usd_h, source = excluded.source, as_of = excluded.as_of,
    updated_at = now(), updated_by = excluded.updated_by
  returning * into stored;
  perform core.audit(p_org_id, 'sizer_price_set', 'gpu_model', p_gpu_model, p_price);
  return core.sizer_price_json(stored);
end
$$;
comment on function core.sizer_put_price is 'Sets the workspace''s own price of a GPU model. Admins only.';

create or replace function core.sizer_delete_price(p_org_id uuid, p_gpu_model text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform auth.require_role(p_org_id, 'admin');
  delete from core.sizer_prices where org_id = p_org_id and gpu_model = p_gpu_model;
  if not found then
    return false;
  end if;
  perform core.audit(p_org_id, 'sizer_price_removed', 'gpu_model', p_gpu_model);
  return true;
end
$$;
comment on function core.sizer_delete_price is 'Goes back to the catalog''s price; false when the workspace had none of its own. Admins only.';

create or replace function core.sizer_add_model(p_org_id uuid, p_facts jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform auth.require_role(p_org_id, 'engineer');
  if exists (select from core.ai_models m where lower(m.model_name) = lower(p_facts ->> 'model_name') and m.model_code <> p_facts ->> 'model_code'
      and m.facts ? 'layers' and (m.org_id is null or m.org_id = p_org_id)) then
    perform auth.fail('conflict', pg_catalog.format('A model with the name "%s" exists already.', p_facts ->> 'model_name'), pg_catalog.jsonb_build_object('field', 'model_name'));
  end if;
  -- A model that create_ai_model made without its architecture gets it.
  insert into core.ai_models as m (org_id, model_code, model_name, hf_id, total_params_b, active_params_b, max_context, kv_bytes_per_token, facts, source)
  select p_org_id, p_facts ->> 'model_code', p_facts ->> 'model_name', p_facts ->> 'hf_id', (p_facts ->> 'total_params_b')::numeric,
    (p_facts ->> 'active_params_b')::numeric, (p_facts ->> 'max_context')::integer,
    nullif((p_facts ->> 'kv_bytes_per_token_bf16_growing')::numeric + (p_facts ->> 'kv_bytes_per_token_bf16_sliding_capped')::numeric, 0),
    p_facts, coalesce(p_facts #>> '{sources,architecture}', 'config.json')
  where not exists (select from core.ai_models c where c.org_id is null and c.model_code = p_facts ->> 'model_code')
  on conflict (org_id, model_code) do update set model_name = excluded.model_name, hf_id = excluded.hf_id, total_params_b = excluded.total_params_b,
    active_params_b = excluded.active_params_b, max_context = excluded.max_context, kv_bytes_per_token = excluded.kv_bytes_per_token,
    facts = excluded.facts, source = excluded.source
  where not m.facts ? 'layers';
  if not found then
    perform auth.fail('conflict', pg_catalog.format('A model with the code "%s" exists already.', p_facts ->> 'model_code'), pg_catalog.jsonb_build_object('field', 'model_code'));
  end if;
  perform core.audit(p_org_id, 'sizer_model_added', 'ai_model', p_facts ->> 'model_code');
end
$$;
comment on function core.sizer_add_model is 'Adds a model of the workspace''s own with its architecture, or gives one that lacks it its architecture. Engineers.';

create or replace function core.sizer_remove_model(p_org_id uuid, p_model_code text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform auth.require_role(p_org_id, 'engineer');
  delete from core.ai_models where org_id = p_org_id and model_code = p_model_code and facts ? 'layers';
  if not found then
    return false;
  end if;
  perform core.audit(p_org_id, 'sizer_model_removed', 'ai_model', p_model_code);
  return true;
end
$$;
comment on function core.sizer_remove_model is 'Removes a model that the workspace added to its sizer; results that name it stay. False when there is none. Engineers.';
