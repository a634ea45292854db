-- after: core_is_http_address
create or replace function core.is_public_address(p_url text) returns boolean
language sql immutable set search_path = ''
as $$
  -- What a rented machine on the Internet can reach: https, and a host that is neither this machine, nor a name of a
  -- container host, nor private. Literal addresses are compared as such; a name must have a dot and no local ending. The same as lib/public-address.ts.
  select coalesce(p_url ~ '^https://' and core.is_http_address(p_url) and case
    when h.host ~ '^\[' then h.host !~ '^\[(::1?\]|::ffff:|f[cd]|fe[89ab])'
    when h.host ~ '^[0-9.]+$' or h.host ~ '^0x' then
      -- Short, octal and hexadecimal spellings of an IPv4 address are refused, whatever they mean.
      h.host ~ '^(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])(\.(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])){3}$'
      and h.host !~ '^(0|10|127|22[4-9]|2[3-5][0-9])\.' and h.host !~ '^(192\.168|169\.254|172\.(1[6-9]|2[0-9]|3[01]))\.'
      and h.host !~ '^100\.(6[4-9]|[7-9][0-9]|1[01][0-9]|12[0-7])\.'
    else h.host ~ '^[a-z0-9_-]+(\.[a-z0-9_-]+)+$'
      and h.host !~ '\.(localhost|local|localdomain|internal|intranet|lan|home|corp|private|test|invalid|home\.arpa)$'
    end, false)
  from (select lower(pg_catalog.rtrim(pg_catalog.substring(p_url, '^https?://(\[[^\]]*\]|[^:/]*)'), '.')) as host) h
$$;
comment on function core.is_public_address is 'Whether a worker anywhere on the Internet can reach an address: https, no localhost, container-host alias, private address or private-only name.';
