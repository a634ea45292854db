-- after: core_require_member, core_find_named
create function api.create_scenario(
  p_owner_account_id uuid, p_org_id uuid, p_workload_code text, p_scenario_code text default null, p_concurrency integer default null,
  p_input_sequence_length integer default null, p_output_sequence_length integer default null, p_description text default null
) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  workload core.workloads;
  code text := p_scenario_code;
  numbers integer[];
  new_id integer;
begin
  perform auth.require_role(p_org_id, 'engineer');
  perform core.require_member(p_org_id, p_owner_account_id);
  workload := core.find_workload(p_org_id, p_workload_code);
  if pg_catalog.num_nulls(p_concurrency, p_input_sequence_length, p_output_sequence_length) = 0 then
    code := core.print_scenario_code(p_concurrency, p_input_sequence_length, p_output_sequence_length);
    if p_scenario_code is not null and p_scenario_code <> code then
      perform auth.fail('validation_failed', pg_catalog.format('"%s" says something else than concurrency %s, input %s and output %s.', p_scenario_code,
        p_concurrency, p_input_sequence_length, p_output_sequence_length), pg_catalog.jsonb_build_object('field', 'p_scenario_code', 'expected', code));
    end if;
  elsif pg_catalog.num_nonnulls(p_concurrency, p_input_sequence_length, p_output_sequence_length) > 0 or code is null then
    perform auth.fail('validation_failed', 'A scenario is given by its code, or by concurrency, input and output length.',
      pg_catalog.jsonb_build_object('field', case when p_concurrency is null then 'p_concurrency' when p_input_sequence_length is null then 'p_input_sequence_length'
        else 'p_output_sequence_length' end));
  end if;
  numbers := core.parse_scenario_code(code);
  if numbers is null then
    perform auth.fail('validation_failed', pg_catalog.format('"%s" is no scenario code.', code), pg_catalog.jsonb_build_object('field', 'p_scenario_code'),
      'The form is c<concurrency>-isl<input tokens>-osl<output tokens>, for example c64-isl1024-osl256: concurrency to 16,384, lengths to 16,777,216.');
  end if;
  if workload.tool_code = 'bench-asr' and numbers[2] <> 1 then
    perform auth.fail('validation_failed', 'Audio has no input length: its duration is the workload''s. Write isl1.', pg_catalog.jsonb_build_object('field', 'p_scenario_code'));
  end if;
  insert into core.scenarios (org_id, workload_id, owner_account_id, scenario_code, concurrency, input_sequence_length, output_sequence_length, description)
  values (p_org_id, workload.workload_id, p_owner_account_id, code, numbers[1], numbers[2], numbers[3], p_description)
  on conflict (workload_id, scenario_code) do nothing returning scenario_id into new_id;
  if new_id is null then
    perform auth.fail('conflict', pg_catalog.format('The workload "%s" has the scenario "%s" already.', workload.workload_code, code),
      pg_catalog.jsonb_build_object('field', 'p_scenario_code'));
  end if;
  perform core.audit(p_org_id, 'create_scenario', 'scenario', new_id::text,
    pg_catalog.jsonb_build_object('workload_code', workload.workload_code, 'scenario_code', code));
  return new_id;
end
$$;
comment on function api.create_scenario is 'Adds a scenario to a workload, by its code c<CONC>-isl<ISL>-osl<OSL> or by its three numbers; returns its scenario_id.';
