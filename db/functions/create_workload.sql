-- after: core_require_member, core_bench_media_options
create function api.create_workload(
  p_owner_account_id uuid, p_org_id uuid, p_workload_code text, p_framework_code text, p_version text, p_model_code text,
  p_quantization_code text default 'fp16', p_tool_code text default 'bench-llm', p_workload_name text default null,
  p_parameters jsonb default '{}', p_description text default null
) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  new_id integer;
  framework core.frameworks;
  parameters jsonb := coalesce(p_parameters, '{}');
  unknown_key text;
begin
  perform auth.require_role(p_org_id, 'engineer');
  perform core.require_member(p_org_id, p_owner_account_id);
  if p_workload_code is null or p_workload_code !~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$' then
    perform auth.fail('validation_failed', 'A workload code has 1 to 100 letters, digits, dots, dashes or underscores.', pg_catalog.jsonb_build_object('field', 'p_workload_code'));
  end if;
  if length(btrim(p_workload_name)) not between 1 and 200 then
    perform auth.fail('validation_failed', 'A workload name has 1 to 200 characters.', pg_catalog.jsonb_build_object('field', 'p_workload_name'));
  end if;
  if p_tool_code is null or p_tool_code not in ('bench-llm', 'bench-vlm', 'bench-asr') then
    perform auth.fail('validation_failed', 'p_tool_code is bench-llm, bench-vlm or bench-asr.', pg_catalog.jsonb_build_object('field', 'p_tool_code'));
  end if;
  select * into framework from core.frameworks where framework_code = p_framework_code;
  if not found then
    perform auth.fail('validation_failed', pg_catalog.format('Unknown framework "%s".', p_framework_code),
      pg_catalog.jsonb_build_object('field', 'p_framework_code', 'known', (select pg_catalog.jsonb_agg(framework_code order by sort_order) from core.frameworks)));
  end if;
  if p_version is null or length(btrim(p_version)) = 0 then
    perform auth.fail('validation_failed', 'The framework version is missing.', pg_catalog.jsonb_build_object('field', 'p_version'));
  end if;
  -- What runs at an endpoint already may be of any version.
  if framework.launchable and not exists (select from core.framework_versions where framework_code = p_framework_code and version = btrim(p_version)) then
    perform auth.fail('validation_failed', pg_catalog.format('Unknown version "%s" of %s.', p_version, p_framework_code),
      pg_catalog.jsonb_build_object('field', 'p_version', 'known', (
        select pg_catalog.jsonb_agg(version order by sort_order) from core.framework_versions where framework_code = p_framework_code)));
  end if;
  if not exists (select from core.ai_models where model_code = p_model_code and (org_id is null or org_id = p_org_id)) then
    perform auth.fail('validation_failed', pg_catalog.format('Unknown model "%s".', p_model_code), pg_catalog.jsonb_build_object('field', 'p_model_code'),
      'Choose one of ai_models, or add the model with create_ai_model.');
  end if;
  if not exists (select from core.quantizations where quantization_code = coalesce(p_quantization_code, 'fp16')) then
    perform auth.fail('validation_failed', pg_catalog.format('Unknown precision "%s".', p_quantization_code),
      pg_catalog.jsonb_build_object('field', 'p_quantization_code', 'known', (select pg_catalog.jsonb_agg(quantization_code order by sort_order) from core.quantizations)));
  end if;
  if pg_catalog.jsonb_typeof(parameters) <> 'object' then
    perform auth.fail('validation_failed', 'p_parameters is an object.', pg_catalog.jsonb_build_object('field', 'p_parameters'));
  end if;
  select k into unknown_key from pg_catalog.jsonb_object_keys(parameters) k
  where k <> all (case p_tool_code
    when 'bench-vlm' then array['images_per_request', 'image_width', 'image_height', 'image_format', 'image_content', 'image_unique']
    when 'bench-asr' then array['audio_duration_bucket'] else '{}'::text[] end)
  limit 1;
  if unknown_key is not null then
    perform auth.fail('validation_failed', pg_catalog.format('%s has no parameter "%s".', p_tool_code, unknown_key), pg_catalog.jsonb_build_object('field', 'p_parameters'));
  end if;
  parameters := core.workload_parameters(p_tool_code, parameters);
  insert into core.workloads (org_id, owner_account_id, workload_code, workload_name, tool_code, framework_code, framework_version, model_code,
    quantization_code, parameters, description)
  values (p_org_id, p_owner_account_id, p_workload_code, coalesce(btrim(p_workload_name), p_workload_code), p_tool_code, p_framework_code,
    btrim(p_version), p_model_code, coalesce(p_quantization_code, 'fp16'), parameters, p_description)
  on conflict do nothing returning workload_id into new_id;
  if new_id is null then
    perform auth.fail('conflict', pg_catalog.format('A workload "%s" exists already.', p_workload_code), pg_catalog.jsonb_build_object('field', 'p_workload_code'));
  end if;
  perform core.audit(p_org_id, 'create_workload', 'workload', new_id::text, pg_catalog.jsonb_build_object('workload_code', p_workload_code));
  return new_id;
end
$$;
comment on function api.create_workload is 'Creates a workload: tool, framework and version, model and precision; returns its workload_id. p_parameters holds what the tool needs beside: images of bench-vlm, audio_duration_bucket of bench-asr.';
