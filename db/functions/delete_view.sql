-- after: core_change_saved_view
create function api.delete_view(p_saved_view_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v core.saved_views := core.change_saved_view(p_saved_view_id);
begin
  delete from core.saved_views where saved_view_id = p_saved_view_id;
  perform core.audit(v.org_id, 'delete_view', 'saved_view', p_saved_view_id::text,
    pg_catalog.jsonb_build_object('view_key', v.view_key, 'view_name', v.name, 'is_shared', v.is_shared));
  return pg_catalog.jsonb_build_object('saved_view_id', p_saved_view_id);
end
$$;
comment on function api.delete_view is 'Deletes a saved view: its own, and what is shared by admins.';
