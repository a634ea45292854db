create function api.revoke_worker_registration_token(p_registration_token_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  t core.worker_registration_tokens;
begin
  select * into t from core.worker_registration_tokens
  where registration_token_id = p_registration_token_id and org_id = any (auth.org_ids()) for update;
  if not found then
    perform auth.fail('not_found', 'There is no such registration token.', pg_catalog.jsonb_build_object('field', 'p_registration_token_id'));
  end if;
  perform auth.require_role(t.org_id, 'engineer');
  if t.revoked_at is null then
    update core.worker_registration_tokens set revoked_at = now() where registration_token_id = p_registration_token_id returning * into t;
    perform core.audit(t.org_id, 'revoke_worker_registration_token', 'worker_registration_token', p_registration_token_id::text,
      pg_catalog.jsonb_build_object('name', t.name));
  end if;
  return pg_catalog.jsonb_build_object('registration_token_id', t.registration_token_id, 'revoked_at', t.revoked_at);
end
$$;
comment on function api.revoke_worker_registration_token is 'Ends a registration token: nobody registers with it any more. Workers that did go on: remove_worker ends them. Revoking again changes nothing.';
