create view api.framework_versions with (security_invoker = true) as
select framework_code, version, sort_order, created_at from core.framework_versions;
comment on view api.framework_versions is 'Versions of each framework, newest first by sort_order.';
