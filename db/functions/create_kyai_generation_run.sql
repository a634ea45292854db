-- after: core_kyai_runs
create function api.create_kyai_generation_run(
  p_owner_account_id uuid, p_org_id uuid, p_candidate_endpoint_id integer, p_prompt_set_id integer, p_repeats integer default 1, p_seed integer default null
) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  new_id integer;
begin
  perform auth.require_role(p_org_id, 'engineer');
  perform core.require_member(p_org_id, p_owner_account_id);
  if not exists (select from core.kyai_candidate_endpoints where candidate_endpoint_id = p_candidate_endpoint_id and org_id = p_org_id and archived_at is null) then
    perform auth.fail('not_found', pg_catalog.format('There is no candidate endpoint %s in this workspace.', coalesce(p_candidate_endpoint_id::text, 'null')),
      pg_catalog.jsonb_build_object('field', 'p_candidate_endpoint_id'));
  end if;
  perform core.find_prompt_set(p_org_id, p_prompt_set_id);
  perform core.check_repeats(p_repeats, 'p_repeats');
  new_id := core.add_generation_run(p_org_id, null, p_candidate_endpoint_id, p_prompt_set_id, p_repeats, p_seed);
  perform core.audit(p_org_id, 'create_kyai_generation_run', 'kyai_generation_run', new_id::text,
    pg_catalog.jsonb_build_object('candidate_endpoint_id', p_candidate_endpoint_id, 'prompt_set_id', p_prompt_set_id));
  return new_id;
end
$$;
comment on function api.create_kyai_generation_run is 'Has a candidate answer a prompt set; returns the generation_run_id. Its answers can be judged any number of times.';
