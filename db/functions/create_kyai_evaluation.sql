-- after: core_require_member, core_find_named, core_kyai_runs, core_rate_limited, core_quota
create function api.create_kyai_evaluation(
  p_owner_account_id uuid, p_org_id uuid, p_project_name text, p_evaluation_name text, p_candidate_endpoint_ids integer[],
  p_judge_config_ids integer[], p_prompt_set_id integer, p_mode text default 'pointwise', p_baseline_endpoint_id integer default null,
  p_generation_repeats integer default 1, p_judge_repeats integer default 1, p_max_cost_usd numeric default null, p_seed integer default null,
  p_idempotency_key text default null
) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  concurrent constant integer := 5;
  the_set core.kyai_prompt_sets;
  the_project_id integer;
  new_id integer;
  wrong integer;
  free_slot integer;
  active jsonb;
  the_manifest jsonb;
  manifest_hash text;
  known core.kyai_evaluations;
  candidate integer;
  judge integer;
  generation integer;
begin
  perform auth.require_role(p_org_id, 'engineer');
  perform core.require_member(p_org_id, p_owner_account_id);
  if p_evaluation_name is null or length(btrim(p_evaluation_name)) not between 1 and 200 then
    perform auth.fail('validation_failed', 'An evaluation needs a name of 1 to 200 characters.', pg_catalog.jsonb_build_object('field', 'p_evaluation_name'));
  end if;
  if coalesce(pg_catalog.cardinality(p_candidate_endpoint_ids), 0) not between 1 and 20 then
    perform auth.fail('validation_failed', 'An evaluation has 1 to 20 candidates.', pg_catalog.jsonb_build_object('field', 'p_candidate_endpoint_ids'));
  end if;
  if coalesce(pg_catalog.cardinality(p_judge_config_ids), 0) not between 1 and 10 then
    perform auth.fail('validation_failed', 'An evaluation has 1 to 10 judges.', pg_catalog.jsonb_build_object('field', 'p_judge_config_ids'));
  end if;
  if (select count(distinct c) from pg_catalog.unnest(p_candidate_endpoint_ids) c) <> pg_catalog.cardinality(p_candidate_endpoint_ids) then
    perform auth.fail('validation_failed', 'A candidate is named twice, or is empty.', pg_catalog.jsonb_build_object('field', 'p_candidate_endpoint_ids'));
  end if;
  if (select count(distinct c) from pg_catalog.unnest(p_judge_config_ids) c) <> pg_catalog.cardinality(p_judge_config_ids) then
    perform auth.fail('validation_failed', 'A judge is named twice, or is empty.', pg_catalog.jsonb_build_object('field', 'p_judge_config_ids'));
  end if;
  if p_mode is null or p_mode not in ('pointwise', 'reference', 'pairwise') then
    perform auth.fail('validation_failed', 'p_mode is pointwise, reference or pairwise.', pg_catalog.jsonb_build_object('field', 'p_mode'));
  end if;
  if (p_mode = 'pairwise') <> (p_baseline_endpoint_id is not null) then
    perform auth.fail('validation_failed', case p_mode when 'pairwise' then 'Pairs need a baseline to compare with.' else 'Only pairs have a baseline.' end,
      pg_catalog.jsonb_build_object('field', 'p_baseline_endpoint_id'));
  end if;
  if p_mode = 'pairwise' and not p_baseline_endpoint_id = any (p_candidate_endpoint_ids) then
    perform auth.fail('validation_failed', 'The baseline is one of the candidates.', pg_catalog.jsonb_build_object('field', 'p_baseline_endpoint_id'));
  end if;
  if p_mode = 'pairwise' and pg_catalog.cardinality(p_candidate_endpoint_ids) < 2 then
    perform auth.fail('validation_failed', 'Pairs need another candidate beside the baseline.', pg_catalog.jsonb_build_object('field', 'p_candidate_endpoint_ids'));
  end if;
  perform core.check_repeats(p_generation_repeats, 'p_generation_repeats');
  perform core.check_repeats(p_judge_repeats, 'p_judge_repeats');
  if p_max_cost_usd <= 0 or p_max_cost_usd > 1000000000 then
    perform auth.fail('validation_failed', 'p_max_cost_usd is more than 0 and at most 1,000,000,000.', pg_catalog.jsonb_build_object('field', 'p_max_cost_usd'));
  end if;
  if length(p_idempotency_key) not between 1 and 200 then
    perform auth.fail('validation_failed', 'p_idempotency_key has 1 to 200 characters.', pg_catalog.jsonb_build_object('field', 'p_idempotency_key'));
  end if;
  the_set := core.find_prompt_set(p_org_id, p_prompt_set_id);
  select c into wrong from pg_catalog.unnest(p_candidate_endpoint_ids) c
  where not exists (select from core.kyai_candidate_endpoints e where e.candidate_endpoint_id = c and e.org_id = p_org_id and e.archived_at is null) limit 1;
  if found then
    perform auth.fail('not_found', pg_catalog.format('There is no candidate endpoint %s in this workspace.', wrong), pg_catalog.jsonb_build_object('field', 'p_candidate_endpoint_ids', 'value', wrong));
  end if;
  select c into wrong from pg_catalog.unnest(p_judge_config_ids) c
  where not exists (select from core.kyai_judge_configs e where e.judge_config_id = c and e.org_id = p_org_id and e.archived_at is null) limit 1;
  if found then
    perform auth.fail('not_found', pg_catalog.format('There is no judge %s in this workspace.', wrong), pg_catalog.jsonb_build_object('field', 'p_judge_config_ids', 'value', wrong));
  end if;
  select e.judge_config_id into wrong from core.kyai_judge_configs e where e.judge_config_id = any (p_judge_config_ids) and e.mode <> p_mode limit 1;
  if found then
    perform auth.fail('validation_failed', pg_catalog.format('The judge %s does not judge in the mode %s.', wrong, p_mode), pg_catalog.jsonb_build_object('field', 'p_judge_config_ids', 'value', wrong));
  end if;
  if p_mode = 'reference' and exists (select from core.kyai_prompts where prompt_set_id = p_prompt_set_id and reference_answer is null) then
    perform auth.fail('validation_failed', 'The prompt set has prompts without a reference answer.', pg_catalog.jsonb_build_object('field', 'p_prompt_set_id'));
  end if;

  the_manifest := pg_catalog.jsonb_build_object('mode', p_mode, 'baseline_endpoint_id', p_baseline_endpoint_id, 'generation_repeats', p_generation_repeats,
    'judge_repeats', p_judge_repeats, 'max_cost_usd', p_max_cost_usd, 'seed', p_seed,
    'prompt_set', pg_catalog.jsonb_build_object('prompt_set_id', the_set.prompt_set_id, 'set_code', the_set.set_code, 'version', the_set.version,
      'content_sha256', the_set.content_sha256),
    'candidates', (select pg_catalog.jsonb_agg(pg_catalog.to_jsonb(e) - 'api_key_encrypted' - 'created_by' - 'created_at' - 'archived_at' order by e.candidate_endpoint_id)
      from core.kyai_candidate_endpoints e where e.candidate_endpoint_id = any (p_candidate_endpoint_ids)),
    'judges', (select pg_catalog.jsonb_agg(pg_catalog.to_jsonb(e) - 'api_key_encrypted' - 'created_by' - 'created_at' - 'archived_at' order by e.judge_config_id)
      from core.kyai_judge_configs e where e.judge_config_id = any (p_judge_config_ids)));
  manifest_hash := pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(the_manifest::text, 'UTF8')), 'hex');

  -- One at a time in a workspace: of two calls at once, one takes the last slot.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('kyai ' || p_org_id::text, 0));
  if p_idempotency_key is not null then
    select * into known from core.kyai_evaluations where org_id = p_org_id and idempotency_key = p_idempotency_key;
    if found then
      if known.manifest_sha256 <> manifest_hash or lower(known.evaluation_name) <> lower(btrim(p_evaluation_name)) then
        perform auth.fail('conflict', 'This idempotency key belongs to another evaluation.', pg_catalog.jsonb_build_object('field', 'p_idempotency_key', 'evaluation_id', known.evaluation_id));
      end if;
      return known.evaluation_id;
    end if;
  end if;
  perform core.require_quota(p_org_id, 'judge_tokens');
  delete from core.kyai_slots s using core.kyai_evaluations e
  where s.org_id = p_org_id and e.evaluation_id = s.evaluation_id
    and (s.expires_at < pg_catalog.clock_timestamp() or e.status_code in ('completed', 'failed', 'cancelled'));
  select slot into free_slot from pg_catalog.generate_series(1, concurrent) slot
  where not exists (select from core.kyai_slots s where s.org_id = p_org_id and s.slot = slot.slot) order by slot limit 1;
  if free_slot is null then
    select pg_catalog.jsonb_agg(evaluation_id order by slot) into active from core.kyai_slots where org_id = p_org_id;
    perform core.fail_rate_limited(pg_catalog.format('This workspace has %s evaluations under way, as many as it may.', concurrent),
      pg_catalog.jsonb_build_object('field', 'p_org_id', 'limit', 'kyai_evaluations', 'max', concurrent, 'active_evaluations', active),
      'Wait until one of them has ended.', 30);
  end if;

  the_project_id := core.ensure_project(p_org_id, p_owner_account_id, p_project_name);
  insert into core.kyai_evaluations (org_id, project_id, owner_account_id, evaluation_name, prompt_set_id, mode, baseline_endpoint_id, generation_repeats,
    judge_repeats, max_cost_usd, seed, manifest, manifest_sha256, idempotency_key)
  values (p_org_id, the_project_id, p_owner_account_id, btrim(p_evaluation_name), p_prompt_set_id, p_mode, p_baseline_endpoint_id, p_generation_repeats,
    p_judge_repeats, p_max_cost_usd, p_seed, the_manifest, manifest_hash, p_idempotency_key)
  on conflict (project_id, lower(evaluation_name)) do nothing returning evaluation_id into new_id;
  if new_id is null then
    perform auth.fail('conflict', pg_catalog.format('The project has an evaluation named "%s" already.', btrim(p_evaluation_name)), pg_catalog.jsonb_build_object('field', 'p_evaluation_name'));
  end if;
  insert into core.kyai_slots (org_id, slot, evaluation_id, expires_at) values (p_org_id, free_slot, new_id, now() + core.setting_interval('kyai_slot_ttl_s'));
  foreach candidate in array p_candidate_endpoint_ids loop
    generation := core.add_generation_run(p_org_id, new_id, candidate, p_prompt_set_id, p_generation_repeats, p_seed);
    -- The baseline answers, and is what the others are compared with.
    if candidate is distinct from p_baseline_endpoint_id then
      foreach judge in array p_judge_config_ids loop
        perform core.add_judge_run(p_org_id, new_id, generation, judge, p_judge_repeats);
      end loop;
    end if;
  end loop;
  perform core.audit(p_org_id, 'create_kyai_evaluation', 'kyai_evaluation', new_id::text, pg_catalog.jsonb_build_object('evaluation_name', btrim(p_evaluation_name)));
  return new_id;
end
$$;
comment on function api.create_kyai_evaluation is 'Submits an evaluation of candidates by judges over a prompt set; returns its evaluation_id. At most five under way a workspace (429); the same p_idempotency_key answers the same evaluation.';
