create or replace function core.fill_command_template(p_argv jsonb, p_values jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  word text;
  key text;
  filled jsonb := '[]';
begin
  for word in select * from pg_catalog.jsonb_array_elements_text(p_argv) loop
    for key in select * from pg_catalog.jsonb_object_keys(p_values) loop
      word := pg_catalog.replace(word, '{' || key || '}', p_values ->> key);
    end loop;
    filled := filled || pg_catalog.to_jsonb(word);
  end loop;
  return filled;
end
$$;
comment on function core.fill_command_template is 'Puts values into the {placeholders} of a launch command, word by word: no shell ever reads it.';
