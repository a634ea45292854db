-- after: core_fill_command_template, core_resolve_launch
create function api.resolve_model_server_runtime_contract(
  p_framework_code text, p_framework_version text, p_model_identifier text, p_engine_args_set_code text, p_bind_host text, p_port integer,
  p_launch_adapter text, p_container_image_override text
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  engine_args core.engine_args_sets;
  template core.framework_command_templates;
  model core.ai_models;
  model_path text;
  max_model_len text;
  argv jsonb;
  command jsonb;
  missing jsonb;
begin
  if auth.account_id() is null or not exists (select from core.accounts where account_id = auth.account_id() and disabled_at is null) then
    perform auth.fail('unauthenticated', 'Sign in first.');
  end if;
  if not exists (select from core.frameworks where framework_code = p_framework_code and launchable) then
    perform auth.fail('validation_failed', pg_catalog.format('"%s" is no framework that can be launched.', p_framework_code),
      pg_catalog.jsonb_build_object('field', 'p_framework_code', 'known', (select pg_catalog.jsonb_agg(framework_code order by sort_order) from core.frameworks where launchable)));
  end if;
  if not exists (select from core.framework_versions where framework_code = p_framework_code and version = p_framework_version) then
    perform auth.fail('validation_failed', pg_catalog.format('Unknown version "%s" of %s.', p_framework_version, p_framework_code),
      pg_catalog.jsonb_build_object('field', 'p_framework_version', 'known', (
        select pg_catalog.jsonb_agg(version order by sort_order) from core.framework_versions where framework_code = p_framework_code)));
  end if;
  -- It becomes an argument: it must not read as a flag, nor as a placeholder.
  if p_model_identifier is null or length(p_model_identifier) > 300 or p_model_identifier !~ '^[A-Za-z0-9/._][A-Za-z0-9/._:@+-]*$' then
    perform auth.fail('validation_failed', 'A model identifier is a model code, a hub id such as org/name, or a path: letters, digits and / . _ : @ + -.',
      pg_catalog.jsonb_build_object('field', 'p_model_identifier'));
  end if;
  if p_bind_host is null or p_bind_host !~ '^([A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|[0-9A-Fa-f]*:[0-9A-Fa-f:.]*)$' then
    perform auth.fail('validation_failed', 'p_bind_host is a host name or an address to listen on, such as 127.0.0.1 or 0.0.0.0.', pg_catalog.jsonb_build_object('field', 'p_bind_host'));
  end if;
  if p_port is null or p_port not between 1 and 65535 then
    perform auth.fail('validation_failed', 'p_port is 1 to 65535.', pg_catalog.jsonb_build_object('field', 'p_port', 'value', p_port));
  end if;
  if p_launch_adapter is null or p_launch_adapter not in ('direct_process', 'container') then
    perform auth.fail('validation_failed', 'p_launch_adapter is direct_process or container.',
      pg_catalog.jsonb_build_object('field', 'p_launch_adapter', 'allowed', '["direct_process", "container"]'::jsonb));
  end if;
  if (p_launch_adapter = 'container') <> (coalesce(p_container_image_override, '') <> '') then
    perform auth.fail('validation_failed', case p_launch_adapter when 'container' then 'A container needs an image.' else 'A direct process has no container image.' end,
      pg_catalog.jsonb_build_object('field', 'p_container_image_override'));
  end if;
  if p_container_image_override <> '' and (length(p_container_image_override) > 300 or p_container_image_override !~ '^[a-z0-9][A-Za-z0-9._/:@-]*$') then
    perform auth.fail('validation_failed', 'p_container_image_override is an image reference such as registry.example.org/name:tag.', pg_catalog.jsonb_build_object('field', 'p_container_image_override'));
  end if;
  select * into engine_args from core.engine_args_sets where engine_args_set_code = p_engine_args_set_code and framework_code = p_framework_code;
  if not found then
    perform auth.fail('validation_failed', pg_catalog.format('%s has no engine-argument set "%s".', p_framework_code, p_engine_args_set_code),
      pg_catalog.jsonb_build_object('field', 'p_engine_args_set_code', 'known', (
        select coalesce(pg_catalog.jsonb_agg(engine_args_set_code order by sort_order), '[]') from core.engine_args_sets where framework_code = p_framework_code)));
  end if;
  if p_framework_version <> all (engine_args.framework_versions) then
    perform auth.fail('validation_failed', pg_catalog.format('The set "%s" is not for version %s.', p_engine_args_set_code, p_framework_version),
      pg_catalog.jsonb_build_object('field', 'p_framework_version', 'known', pg_catalog.to_jsonb(engine_args.framework_versions)));
  end if;
  select * into strict template from core.framework_command_templates
  where framework_code = engine_args.framework_code and template_code = engine_args.template_code;

  select * into model from core.ai_models
  where (model_code = p_model_identifier or hf_id = p_model_identifier) and (org_id is null or org_id = any (auth.org_ids()))
  order by model_code = p_model_identifier desc, org_id nulls first, ai_model_id limit 1;
  model_path := coalesce(model.hf_id, p_model_identifier);
  max_model_len := coalesce(engine_args.template_values ->> 'max_model_len', model.max_context::text);
  if max_model_len is null then
    perform auth.fail('validation_failed', pg_catalog.format('The context length of "%s" is not known.', p_model_identifier),
      pg_catalog.jsonb_build_object('field', 'p_model_identifier'), 'Use a model of ai_models, or an engine-argument set that gives a length.');
  end if;
  argv := core.fill_command_template(template.argv || engine_args.argv, pg_catalog.jsonb_build_object(
    'model', model_path, 'host', p_bind_host, 'port', p_port::text, 'tp', coalesce(engine_args.template_values ->> 'tp', '1'), 'max_model_len', max_model_len));

  -- The runbook stops when the command or the environment is not what the set requires: so does this.
  select coalesce(pg_catalog.jsonb_agg(m), '[]') into missing from (
    select run as m from pg_catalog.jsonb_array_elements(engine_args.required_argv) run where not core.has_argv_run(argv, run)
    union all
    select pg_catalog.to_jsonb(name) from pg_catalog.unnest(engine_args.required_env) name where not template.runtime_env ? name
  ) absent;
  if missing <> '[]' then
    perform auth.fail('validation_failed', 'The resolved command or environment lacks what the engine-argument set requires.',
      pg_catalog.jsonb_build_object('field', 'p_engine_args_set_code', 'missing', missing, 'stop_condition', 'runtime_contract_mismatch'));
  end if;
  command := case p_launch_adapter when 'container'
    then core.container_argv(argv, template.runtime_env, p_container_image_override) else argv end;
  return pg_catalog.jsonb_build_object(
    'framework_code', p_framework_code, 'framework_version', p_framework_version, 'model', model_path,
    'engine_args_set_code', p_engine_args_set_code, 'template_code', template.template_code, 'launch_adapter', p_launch_adapter,
    'container_image', nullif(p_container_image_override, ''), 'argv', command,
    'command', (select pg_catalog.string_agg(core.shell_word(word), ' ' order by n) from pg_catalog.jsonb_array_elements_text(command) with ordinality w(word, n)),
    'runtime_env', template.runtime_env, 'health_path', template.health_path, 'host', p_bind_host, 'port', p_port,
    'contract_sha256', pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.jsonb_build_array(command, template.runtime_env)::text, 'UTF8')), 'hex'));
end
$$;
comment on function api.resolve_model_server_runtime_contract is 'Resolves how a model server is launched: the template of the framework, the arguments of a set, the runtime environment; argv for a program, command for a person. Refused when it lacks what the set requires.';
