create view api.quantizations with (security_invoker = true) as
select quantization_code, display_name, weight_bytes, sort_order from core.quantizations;
comment on view api.quantizations is 'Precisions: bytes per parameter of the weights.';
