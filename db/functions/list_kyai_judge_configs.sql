-- after: core_require_readable
create function api.list_kyai_judge_configs(p_org_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform core.require_readable(p_org_id);
  return (
    select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
      'judge_config_id', e.judge_config_id, 'org_id', e.org_id, 'judge_name', e.judge_name, 'version', e.version, 'base_url', e.base_url,
      'model_id', e.model_id, 'has_api_key', e.api_key_encrypted is not null, 'mode', e.mode, 'rubric', e.rubric, 'scale_min', e.scale_min,
      'scale_max', e.scale_max, 'integer_only', e.integer_only, 'pass_threshold', e.pass_threshold, 'temperature', e.temperature, 'seed', e.seed,
      'max_tokens', e.max_tokens, 'response_mode', e.response_mode, 'price_in_usd_per_mtok', e.price_in_usd_per_mtok,
      'price_out_usd_per_mtok', e.price_out_usd_per_mtok, 'created_at', e.created_at) order by e.created_at desc, e.judge_config_id desc), '[]')
    from (
      select * from core.kyai_judge_configs where org_id = p_org_id and archived_at is null
      order by created_at desc, judge_config_id desc limit 500
    ) e);
end
$$;
comment on function api.list_kyai_judge_configs is 'Judges of a workspace, every version, newest first, at most 500; never a key.';
