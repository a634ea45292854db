create function api.create_hf_token(p_org_id uuid, p_token_name text, p_token text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  new_id integer;
begin
  perform auth.require_role(p_org_id, 'engineer');
  if p_token_name is null or length(btrim(p_token_name)) not between 1 and 120 then
    perform auth.fail('validation_failed', 'A token needs a name of 1 to 120 characters.', pg_catalog.jsonb_build_object('field', 'p_token_name'));
  end if;
  -- The API process has sealed it: what arrives in the clear came around that process.
  if p_token is null or p_token not like 'enc:v1:%' then
    perform auth.fail('validation_failed', 'The token is missing.', pg_catalog.jsonb_build_object('field', 'p_token'));
  end if;
  insert into core.hf_tokens (org_id, token_name, token_encrypted, created_by) values (p_org_id, btrim(p_token_name), p_token, auth.account_id())
  on conflict do nothing returning hf_token_id into new_id;
  if new_id is null then
    perform auth.fail('conflict', pg_catalog.format('A token named "%s" exists already.', btrim(p_token_name)), pg_catalog.jsonb_build_object('field', 'p_token_name'));
  end if;
  perform core.audit(p_org_id, 'create_hf_token', 'hf_token', new_id::text, pg_catalog.jsonb_build_object('token_name', btrim(p_token_name)));
  return new_id;
end
$$;
comment on function api.create_hf_token is 'Stores a token of a model hub, sealed by the API process; returns its hf_token_id. Nobody can read it back.';
