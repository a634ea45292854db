create view api.v_saved_views with (security_invoker = true) as
select v.saved_view_id, v.org_id, v.account_id as owner_account_id, a.display_name as owner_name, v.view_key, v.name as view_name,
  v.search_text, v.is_shared, v.is_pinned, v.account_id = auth.account_id() as is_own, v.created_at, v.updated_at
from core.saved_views v
left join core.accounts a using (account_id);
comment on view api.v_saved_views is 'Views of pages kept under a name: the caller''s own, and those that members shared.';
