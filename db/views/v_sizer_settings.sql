create view api.v_sizer_settings with (security_invoker = true) as
select o.org_id, coalesce(s.enabled, true) as enabled, s.usd_per_kwh, s.colo_usd_per_kw_month, s.updated_at, a.display_name as updated_by_name
from core.organizations o
left join core.sizer_settings s using (org_id)
left join core.accounts a on a.account_id = s.updated_by
where not o.is_reference;
comment on view api.v_sizer_settings is 'Whether each workspace uses the sizer, and its rates; a null rate is the sizer''s own.';
