create view api.frameworks with (security_invoker = true) as
select framework_code, framework_name, launchable, sort_order from core.frameworks;
comment on view api.frameworks is 'Serving frameworks. One that is not launchable serves only configs that name a running endpoint.';
