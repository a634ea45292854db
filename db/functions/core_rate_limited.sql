create or replace function core.fail_rate_limited(p_message text, p_details jsonb, p_hint text, p_retry_after_s integer) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  raise sqlstate 'PGRST' using
    message = pg_catalog.jsonb_build_object('code', 'rate_limited', 'message', p_message,
      'details', (p_details || pg_catalog.jsonb_build_object('retry_after_s', p_retry_after_s))::text, 'hint', p_hint)::text,
    detail = pg_catalog.jsonb_build_object('status', 429, 'headers', pg_catalog.jsonb_build_object('Retry-After', p_retry_after_s::text))::text;
end
$$;
comment on function core.fail_rate_limited is 'Raises rate_limited with its Retry-After.';
