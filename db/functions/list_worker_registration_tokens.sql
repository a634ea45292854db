create function api.list_worker_registration_tokens(p_org_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform auth.require_role(p_org_id, 'engineer');
  return (
    select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
      'registration_token_id', t.registration_token_id, 'name', t.name, 'created_by', t.created_by, 'created_at', t.created_at,
      'expires_at', t.expires_at, 'last_used_at', t.last_used_at, 'revoked_at', t.revoked_at)
      order by t.created_at desc, t.registration_token_id), '[]')
    from (
      select * from core.worker_registration_tokens where org_id = p_org_id
      order by created_at desc, registration_token_id limit 500
    ) t);
end
$$;
comment on function api.list_worker_registration_tokens is 'Registration tokens of a workspace, newest first, at most 500, ended ones too; never a token or its hash. expires_at null: it does not expire.';
