-- after: core_bench_options
create or replace function core.bench_vlm_options(p_images_per_request integer, p_image_width integer, p_image_height integer,
  p_image_format text, p_image_content text, p_image_unique boolean) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  wrong record;
begin
  select * into wrong from (values
    ('p_images_per_request', p_images_per_request, 1, 64), ('p_image_width', p_image_width, 16, 8192), ('p_image_height', p_image_height, 16, 8192)
  ) v(field, value, low, high) where v.value is null or v.value not between v.low and v.high limit 1;
  if found then
    perform auth.fail('validation_failed', pg_catalog.format('%s is %s to %s.', wrong.field, wrong.low, wrong.high),
      pg_catalog.jsonb_build_object('field', wrong.field, 'value', wrong.value));
  end if;
  if p_image_format is null or p_image_format not in ('png', 'jpeg') then
    perform auth.fail('validation_failed', 'p_image_format is png or jpeg.', pg_catalog.jsonb_build_object('field', 'p_image_format', 'allowed', '["png", "jpeg"]'::jsonb));
  end if;
  if p_image_content is null or p_image_content not in ('noise', 'gradient', 'solid', 'checkerboard') then
    perform auth.fail('validation_failed', 'p_image_content is noise, gradient, solid or checkerboard.',
      pg_catalog.jsonb_build_object('field', 'p_image_content', 'allowed', '["noise", "gradient", "solid", "checkerboard"]'::jsonb));
  end if;
  if p_image_unique is null then
    perform auth.fail('validation_failed', 'p_image_unique is true or false.', pg_catalog.jsonb_build_object('field', 'p_image_unique'));
  end if;
  return pg_catalog.jsonb_build_object('images_per_request', p_images_per_request, 'image_width', p_image_width, 'image_height', p_image_height,
    'image_format', p_image_format, 'image_content', p_image_content, 'image_unique', p_image_unique);
end
$$;
comment on function core.bench_vlm_options is 'Checks the image parameters of a VLM benchmark: pixels, PNG or JPEG; unique defeats the cache of the image preprocessor.';

create or replace function core.image_tokens_bound(p_image jsonb) returns integer
language sql immutable set search_path = ''
as $$
  -- One token per patch of 14 x 14 pixels: no current vision encoder gives more. Only for how long a context to launch with.
  select ((p_image ->> 'images_per_request')::integer * pg_catalog.ceil((p_image ->> 'image_width')::numeric / 14)
    * pg_catalog.ceil((p_image ->> 'image_height')::numeric / 14))::integer
$$;
comment on function core.image_tokens_bound is 'Upper bound of the tokens that the images of a request take.';

create or replace function core.bench_asr_options(p_audio_duration_bucket text) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  -- 30 s is the window of Whisper; beyond it a server must cut the audio.
  buckets constant text[] := array['0-5s', '5-15s', '15-30s', '30-60s', '60-300s', '300-1800s'];
begin
  if p_audio_duration_bucket is null or p_audio_duration_bucket <> all (buckets) then
    perform auth.fail('validation_failed', pg_catalog.format('p_audio_duration_bucket is one of %s.', pg_catalog.array_to_string(buckets, ', ')),
      pg_catalog.jsonb_build_object('field', 'p_audio_duration_bucket', 'allowed', pg_catalog.to_jsonb(buckets)));
  end if;
  return pg_catalog.jsonb_build_object('audio_duration_bucket', p_audio_duration_bucket,
    'audio_min_s', pg_catalog.split_part(p_audio_duration_bucket, '-', 1)::integer,
    'audio_max_s', pg_catalog.rtrim(pg_catalog.split_part(p_audio_duration_bucket, '-', 2), 's')::integer);
end
$$;
comment on function core.bench_asr_options is 'Checks the duration bucket of an ASR benchmark; answers it with its ends in seconds.';

create or replace function core.workload_parameters(p_tool_code text, p_parameters jsonb) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  kinds constant jsonb := '{"images_per_request": "number", "image_width": "number", "image_height": "number", "image_format": "string",
    "image_content": "string", "image_unique": "boolean", "audio_duration_bucket": "string"}';
  k text;
begin
  for k in select pg_catalog.jsonb_object_keys(p_parameters) loop
    if pg_catalog.jsonb_typeof(p_parameters -> k) is distinct from (kinds ->> k)
        or (kinds ->> k = 'number' and (p_parameters ->> k)::numeric not between 1 and 8192)
        or (kinds ->> k = 'number' and (p_parameters ->> k)::numeric <> pg_catalog.trunc((p_parameters ->> k)::numeric)) then
      perform auth.fail('validation_failed', pg_catalog.format('The parameter "%s" is a %s%s.', k, kinds ->> k,
        case when kinds ->> k = 'number' then ', whole, 1 to 8192' else '' end), pg_catalog.jsonb_build_object('field', 'p_parameters', 'parameter', k));
    end if;
  end loop;
  return case p_tool_code
    when 'bench-vlm' then core.bench_vlm_options(coalesce((p_parameters ->> 'images_per_request')::integer, 1),
      coalesce((p_parameters ->> 'image_width')::integer, 1024), coalesce((p_parameters ->> 'image_height')::integer, 1024),
      coalesce(p_parameters ->> 'image_format', 'png'), coalesce(p_parameters ->> 'image_content', 'noise'),
      coalesce((p_parameters ->> 'image_unique')::boolean, true))
    when 'bench-asr' then core.bench_asr_options(p_parameters ->> 'audio_duration_bucket')
    else '{}' end;
end
$$;
comment on function core.workload_parameters is 'Parameters of a workload''s tool, checked and with their defaults, as jobs keep them in options.';
