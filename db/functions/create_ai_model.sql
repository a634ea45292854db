create function api.create_ai_model(
  p_org_id uuid, p_model_code text, p_model_name text, p_hf_id text default null, p_total_params_b numeric default null,
  p_max_context integer default null, p_kv_bytes_per_token numeric default null
) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  new_id integer;
begin
  perform auth.require_role(p_org_id, 'engineer');
  if p_model_code is null or p_model_code !~ '^[a-z0-9][a-z0-9._-]{0,99}$' then
    perform auth.fail('validation_failed', 'A model code has 1 to 100 of a-z, 0-9, dot, dash and underscore and starts with a letter or digit.',
      pg_catalog.jsonb_build_object('field', 'p_model_code'));
  end if;
  if length(p_model_name) > 200 then
    perform auth.fail('validation_failed', 'A model name has at most 200 characters.', pg_catalog.jsonb_build_object('field', 'p_model_name'));
  end if;
  -- It becomes an argument of the model server: it must not read as a flag, nor as a placeholder.
  if length(p_hf_id) > 300 or p_hf_id !~ '^[A-Za-z0-9/._][A-Za-z0-9/._:@+-]*$' then
    perform auth.fail('validation_failed', 'A hub id is such as org/name: letters, digits and / . _ : @ + -.', pg_catalog.jsonb_build_object('field', 'p_hf_id'));
  end if;
  -- NaN and Infinity are numerics too, and no number of JSON.
  if p_total_params_b <= 0 or p_total_params_b > 1000000 then
    perform auth.fail('validation_failed', 'p_total_params_b is more than 0 and at most 1,000,000 (billions).', pg_catalog.jsonb_build_object('field', 'p_total_params_b'));
  end if;
  if p_kv_bytes_per_token <= 0 or p_kv_bytes_per_token > 1000000000 then
    perform auth.fail('validation_failed', 'p_kv_bytes_per_token is more than 0 and at most 1,000,000,000.', pg_catalog.jsonb_build_object('field', 'p_kv_bytes_per_token'));
  end if;
  if p_max_context <= 0 then
    perform auth.fail('validation_failed', 'p_max_context is more than 0.', pg_catalog.jsonb_build_object('field', 'p_max_context'));
  end if;
  if exists (select from core.ai_models where model_code = p_model_code and (org_id is null or org_id = p_org_id)) then
    perform auth.fail('conflict', pg_catalog.format('A model with the code "%s" exists already.', p_model_code), pg_catalog.jsonb_build_object('field', 'p_model_code'));
  end if;
  insert into core.ai_models (org_id, model_code, model_name, hf_id, total_params_b, max_context, kv_bytes_per_token, source)
  values (p_org_id, p_model_code, coalesce(nullif(btrim(p_model_name), ''), p_model_code), p_hf_id, p_total_params_b, p_max_context,
    p_kv_bytes_per_token, 'entered by hand')
  returning ai_model_id into new_id;
  perform core.audit(p_org_id, 'create_ai_model', 'ai_model', p_model_code);
  return new_id;
end
$$;
comment on function api.create_ai_model is 'Adds a model of the workspace''s own beside the catalog. What is not given stays unknown: nothing is guessed.';
