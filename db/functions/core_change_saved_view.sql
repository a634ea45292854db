create or replace function core.change_saved_view(p_saved_view_id uuid) returns core.saved_views
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v core.saved_views;
begin
  select * into v from core.saved_views
  where saved_view_id = p_saved_view_id and org_id = any (auth.org_ids()) and (is_shared or account_id = auth.account_id()) for update;
  if not found then
    perform auth.fail('not_found', 'There is no such view.', pg_catalog.jsonb_build_object('field', 'p_saved_view_id'));
  end if;
  perform auth.require_role(v.org_id, case when v.account_id = auth.account_id() then 'viewer' else 'admin' end);
  return v;
end
$$;
comment on function core.change_saved_view is 'A saved view that the caller may change, locked: its own, or a shared one as an admin.';
