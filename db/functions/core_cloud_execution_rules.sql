create or replace function core.check_cloud_execution_update() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  new.updated_at := now();
  -- Only people come through the view; the platform itself may change anything.
  if auth.account_id() is null then
    return new;
  end if;
  perform auth.require_role(old.org_id, 'engineer');
  if new.startup_extra_args_cli is distinct from old.startup_extra_args_cli then
    if old.status_code <> 'pending' then
      perform auth.fail('conflict', pg_catalog.format('Cloud execution %s is %s: the provisioner has picked it up.', old.execution_id, old.status_code),
        pg_catalog.jsonb_build_object('field', 'startup_extra_args_cli', 'status_code', old.status_code), 'Flags may change only while it is pending.');
    end if;
    perform core.check_extra_args_cli(new.startup_extra_args_cli, 'startup_extra_args_cli');
    perform core.audit(old.org_id, 'update_cloud_execution', 'cloud_execution', old.execution_id::text,
      pg_catalog.jsonb_build_object('column', 'startup_extra_args_cli'));
  end if;
  return new;
end
$$;
comment on function core.check_cloud_execution_update is 'What a person may change of a cloud execution: extra launch flags, as an engineer, while it is pending. Audited.';

create or replace function core.check_extra_args_cli(p_text text, p_field text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if p_text is null or length(p_text) > 8192 or p_text ~ '[[:cntrl:]]' then
    perform auth.fail('validation_failed', pg_catalog.format('%s is one line of at most 8,192 characters.', p_field), pg_catalog.jsonb_build_object('field', p_field));
  end if;
  if (length(pg_catalog.regexp_replace(p_text, '\\.|''[^'']*''|"(\\.|[^"\\])*"', '', 'g')) > 0
      and pg_catalog.regexp_replace(p_text, '\\.|''[^'']*''|"(\\.|[^"\\])*"', '', 'g') ~ '[''"\\]') then
    perform auth.fail('validation_failed', pg_catalog.format('%s has a quote that is not closed.', p_field), pg_catalog.jsonb_build_object('field', p_field));
  end if;
  -- Flags are shown to everyone in the workspace and end up in a process list.
  if p_text ~ '(hf_|sk-)[A-Za-z0-9_-]{16,}' or p_text ~* '--(api-?key|hf-?token|password)([= ]|$)' then
    perform auth.fail('validation_failed', pg_catalog.format('%s must not hold a secret: everyone in the workspace sees it.', p_field),
      pg_catalog.jsonb_build_object('field', p_field), 'Store a model-hub token and name it in p_hf_token_id.');
  end if;
end
$$;
comment on function core.check_extra_args_cli is 'Refuses extra launch flags that are not one line with closed quotes, or that hold a secret.';

create or replace trigger cloud_executions_update before update on core.cloud_executions
for each row execute function core.check_cloud_execution_update();
