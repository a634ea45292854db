create view api.v_kyai_builtin_sets_with_prompt_count with (security_invoker = true) as
select s.prompt_set_id, s.org_id, s.set_code, s.version as set_version, s.set_name, s.description, s.licence, s.source, s.content_sha256,
  count(p.prompt_id)::integer as prompt_count, count(distinct p.category)::integer as category_count, s.created_at
from core.kyai_prompt_sets s
left join core.kyai_prompts p on p.prompt_set_id = s.prompt_set_id
where s.org_id is null
group by s.prompt_set_id;
comment on view api.v_kyai_builtin_sets_with_prompt_count is 'Prompt sets that come with the platform (org_id is null), each version with the number of its prompts.';
