create view api.ai_models with (security_invoker = true) as
select ai_model_id, org_id, model_code, model_name, hf_id, total_params_b, active_params_b, max_context, kv_bytes_per_token, source, created_at
from core.ai_models;
comment on view api.ai_models is 'Models: the catalog (org_id null) and the workspace''s own. Parameters in billions, context in tokens, KV cache in bytes per token.';
