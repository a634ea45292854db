create view api.v_sizer_reference_ai_models with (security_invoker = true) as
select model_code, model_name, total_params_b as model_params_b, facts ->> 'family_name' as family_name,
  org_id, hf_id, active_params_b, max_context, facts ->> 'architecture' as architecture, facts ->> 'native_precision' as native_precision, source,
  array(select pg_catalog.jsonb_array_elements_text(coalesce(facts -> 'guesses', '[]'))) as guesses
from core.ai_models
where facts ? 'layers';
comment on view api.v_sizer_reference_ai_models is 'Models that the sizer plans with: those of the catalog (org_id null) and the workspace''s own whose architecture is known. Parameters in billions, context in tokens.';
