-- after: core_change_saved_view
create function api.save_view(p_org_id uuid, p_view_key text, p_view_name text, p_search_text text, p_is_shared boolean default null,
  p_saved_view_id uuid default null, p_is_pinned boolean default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Enough for anybody's work; it keeps a script in a loop from filling the table.
  views_most constant integer := 200;
  owner_id uuid := auth.account_id();
  v core.saved_views;
begin
  perform auth.require_role(p_org_id, 'viewer');
  if p_view_key is null or p_view_key !~ '^[a-z][a-z0-9-]{0,39}$' then
    perform auth.fail('validation_failed', 'p_view_key names a page: 1 to 40 lower-case letters, digits and hyphens.', pg_catalog.jsonb_build_object('field', 'p_view_key'));
  end if;
  if p_view_name is null or length(btrim(p_view_name)) not between 1 and 80 then
    perform auth.fail('validation_failed', 'A view needs a name of 1 to 80 characters.', pg_catalog.jsonb_build_object('field', 'p_view_name'));
  end if;
  if p_search_text is null or octet_length(p_search_text) > 4096 then
    perform auth.fail('validation_failed', 'p_search_text is the search part of the address, at most 4,096 bytes.', pg_catalog.jsonb_build_object('field', 'p_search_text'));
  end if;
  if p_is_shared then
    perform auth.require_role(p_org_id, 'engineer');
  end if;
  -- The overview is everybody's first page.
  if p_is_pinned is not null then
    perform auth.require_role(p_org_id, 'admin');
  end if;
  if p_saved_view_id is not null then
    v := core.change_saved_view(p_saved_view_id);
    if v.org_id <> p_org_id or v.view_key <> p_view_key then
      perform auth.fail('not_found', 'There is no such view on this page.', pg_catalog.jsonb_build_object('field', 'p_saved_view_id'));
    end if;
    owner_id := v.account_id;
  elsif (select count(*) from core.saved_views where org_id = p_org_id and account_id = owner_id) >= views_most then
    perform auth.fail('validation_failed', pg_catalog.format('You have %s views in this workspace, the most it keeps.', views_most),
      pg_catalog.jsonb_build_object('field', 'p_view_name', 'limit', views_most), 'Delete one that you no longer open.');
  end if;
  if p_is_pinned and not coalesce(p_is_shared, v.is_shared, false) then
    perform auth.fail('validation_failed', 'Only a shared view can stand on the overview.', pg_catalog.jsonb_build_object('field', 'p_is_pinned'),
      'Share it with the workspace first.');
  end if;
  if exists (
    select from core.saved_views
    where org_id = p_org_id and account_id = owner_id and view_key = p_view_key and lower(name) = lower(btrim(p_view_name))
      and saved_view_id is distinct from p_saved_view_id
  ) then
    perform auth.fail('conflict', pg_catalog.format('A view named "%s" exists already on this page.', btrim(p_view_name)), pg_catalog.jsonb_build_object('field', 'p_view_name'));
  end if;
  begin
    if p_saved_view_id is null then
      insert into core.saved_views (org_id, account_id, view_key, name, search_text, is_shared, is_pinned)
      values (p_org_id, owner_id, p_view_key, btrim(p_view_name), p_search_text, coalesce(p_is_shared, false), coalesce(p_is_pinned, false))
      returning * into v;
    else
      update core.saved_views
      set name = btrim(p_view_name), search_text = p_search_text, is_shared = coalesce(p_is_shared, is_shared),
        -- What is no longer shared leaves the overview.
        is_pinned = coalesce(p_is_pinned, is_pinned) and coalesce(p_is_shared, is_shared), updated_at = now()
      where saved_view_id = p_saved_view_id returning * into v;
    end if;
  exception when unique_violation then
    -- Two windows that save the same name at once.
    perform auth.fail('conflict', pg_catalog.format('A view named "%s" exists already on this page.', btrim(p_view_name)), pg_catalog.jsonb_build_object('field', 'p_view_name'));
  end;
  perform core.audit(p_org_id, 'save_view', 'saved_view', v.saved_view_id::text,
    pg_catalog.jsonb_build_object('view_key', v.view_key, 'view_name', v.name, 'is_shared', v.is_shared, 'is_pinned', v.is_pinned));
  return pg_catalog.jsonb_build_object('saved_view_id', v.saved_view_id, 'view_name', v.name, 'is_shared', v.is_shared, 'is_pinned', v.is_pinned, 'updated_at', v.updated_at);
end
$$;
comment on function api.save_view is 'Keeps the view of a page under a name, or changes one when p_saved_view_id is given: its own, and what is shared by admins. Sharing needs engineer, the overview admin.';
