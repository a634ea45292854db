create view api.v_sizer_prices with (security_invoker = true) as
select p.org_id, p.gpu_model, g.display_name as gpu_display_name, p.capex_server_usd_per_gpu, p.capex_gpu_usd, p.cloud_usd_h, p.source as price_source,
  p.as_of as price_as_of, p.updated_at, a.display_name as updated_by_name
from core.sizer_prices p
join core.gpu_models g using (gpu_model)
left join core.accounts a on a.account_id = p.updated_by;
comment on view api.v_sizer_prices is 'Prices that each workspace uses instead of the catalog''s, USD; null keeps the catalog''s.';
