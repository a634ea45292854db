-- after: core_require_readable
create function api.list_kyai_candidate_endpoints(p_org_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform core.require_readable(p_org_id);
  return (
    select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
      'candidate_endpoint_id', e.candidate_endpoint_id, 'org_id', e.org_id, 'display_name', e.display_name, 'base_url', e.base_url,
      'model_id', e.model_id, 'model_code', e.model_code, 'has_api_key', e.api_key_encrypted is not null, 'params', e.params,
      'price_in_usd_per_mtok', e.price_in_usd_per_mtok, 'price_out_usd_per_mtok', e.price_out_usd_per_mtok, 'max_concurrency', e.max_concurrency,
      'server_config_instance_id', e.server_config_instance_id, 'created_at', e.created_at) order by e.created_at desc, e.candidate_endpoint_id desc), '[]')
    from (
      select * from core.kyai_candidate_endpoints where org_id = p_org_id and archived_at is null
      order by created_at desc, candidate_endpoint_id desc limit 500
    ) e);
end
$$;
comment on function api.list_kyai_candidate_endpoints is 'Endpoints whose models can be evaluated, newest first, at most 500; never a key.';
