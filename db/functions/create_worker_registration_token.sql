create function api.create_worker_registration_token(p_org_id uuid, p_name text, p_expires_in_seconds integer default 2592000) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  token text := auth.new_token('ysr_');
  new_row core.worker_registration_tokens;
begin
  perform auth.require_role(p_org_id, 'engineer');
  if p_name is null or length(btrim(p_name)) not between 1 and 120 then
    perform auth.fail('validation_failed', 'A registration token needs a name of 1 to 120 characters.', pg_catalog.jsonb_build_object('field', 'p_name'));
  end if;
  if p_expires_in_seconds is not null and p_expires_in_seconds not between 60 and 31536000 then
    perform auth.fail('validation_failed', 'p_expires_in_seconds is 60 to 31,536,000 (a year).', pg_catalog.jsonb_build_object('field', 'p_expires_in_seconds'));
  end if;
  insert into core.worker_registration_tokens (org_id, token_hash, name, created_by, expires_at)
  values (p_org_id, auth.token_hash(token), btrim(p_name), auth.account_id(), now() + pg_catalog.make_interval(secs => p_expires_in_seconds))
  returning * into new_row;
  perform core.audit(p_org_id, 'create_worker_registration_token', 'worker_registration_token', new_row.registration_token_id::text,
    pg_catalog.jsonb_build_object('name', new_row.name, 'expires_at', new_row.expires_at));
  return pg_catalog.jsonb_build_object('registration_token_id', new_row.registration_token_id, 'token', token, 'expires_at', new_row.expires_at);
end
$$;
comment on function api.create_worker_registration_token is 'Makes a token that workers register with. It is shown this once; only its hash is kept. It expires after 30 days unless said otherwise; null: never.';
