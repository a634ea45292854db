create or replace function core.is_http_address(p_url text) returns boolean
language sql immutable set search_path = ''
as $$
  select p_url ~ '^https?://(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?(/[^?#[:space:]]*)?$'
    and coalesce(pg_catalog.substring(p_url, '^https?://[^/]*:([0-9]{1,5})(?:/|$)')::integer, 80) between 1 and 65535
$$;
comment on function core.is_http_address is 'Whether a text is an http(s) address of host, optional port and path: no user, query or fragment.';
