create or replace function core.bench_llm_options(p_options jsonb, p_concurrency integer) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  allowed constant text[] := array['num_requests', 'num_warmups', 'max_duration_s', 'seed', 'range', 'goodput', 'extra_body', 'temperature', 'ignore_eos'];
  unknown_key text;
  bound record;
  n numeric;
begin
  if pg_catalog.jsonb_typeof(p_options) <> 'object' then
    perform auth.fail('validation_failed', 'p_options is an object.', pg_catalog.jsonb_build_object('field', 'p_options'));
  end if;
  select k into unknown_key from pg_catalog.jsonb_object_keys(p_options) k where k <> all (allowed) limit 1;
  if unknown_key is not null then
    perform auth.fail('validation_failed', pg_catalog.format('p_options has an unknown key "%s".', unknown_key),
      pg_catalog.jsonb_build_object('field', 'p_options', 'allowed', pg_catalog.to_jsonb(allowed)));
  end if;
  for bound in select * from (values ('num_requests', 1, 1000000), ('num_warmups', 0, 1000000), ('max_duration_s', 1, 1000000000),
      ('seed', 0, 2147483647)) v(key, low, high) loop
    if pg_catalog.jsonb_typeof(p_options -> bound.key) not in ('number', 'null') then
      perform auth.fail('validation_failed', pg_catalog.format('p_options.%s is a number.', bound.key), pg_catalog.jsonb_build_object('field', 'p_options'));
    end if;
    n := (p_options ->> bound.key)::numeric;
    if n not between bound.low and bound.high or (bound.key <> 'max_duration_s' and n <> pg_catalog.trunc(n)) then
      perform auth.fail('validation_failed', pg_catalog.format('p_options.%s is out of range.', bound.key),
        pg_catalog.jsonb_build_object('field', 'p_options', 'value', n));
    end if;
  end loop;
  perform core.check_bench_option('temperature', p_options -> 'temperature', 0, 100);
  if pg_catalog.jsonb_typeof(p_options -> 'ignore_eos') not in ('boolean', 'null') then
    perform auth.fail('validation_failed', 'p_options.ignore_eos is true or false.', pg_catalog.jsonb_build_object('field', 'p_options'));
  end if;
  if pg_catalog.jsonb_typeof(p_options -> 'extra_body') not in ('object', 'null') then
    perform auth.fail('validation_failed', 'p_options.extra_body is an object.', pg_catalog.jsonb_build_object('field', 'p_options'));
  end if;
  if pg_catalog.jsonb_typeof(p_options -> 'range') = 'object' then
    if coalesce(p_options #>> '{range,mode}', '') not in ('symmetric', 'fraction') then
      perform auth.fail('validation_failed', 'p_options.range.mode is symmetric or fraction.', pg_catalog.jsonb_build_object('field', 'p_options'));
    end if;
    perform core.check_bench_option('range.value', coalesce(p_options #> '{range,value}', '"missing"'), 0, 1);
  elsif pg_catalog.jsonb_typeof(p_options -> 'range') <> 'null' then
    perform auth.fail('validation_failed', 'p_options.range is an object with mode and value.', pg_catalog.jsonb_build_object('field', 'p_options'));
  end if;
  if pg_catalog.jsonb_typeof(p_options -> 'goodput') = 'object' then
    for unknown_key in select k from pg_catalog.jsonb_object_keys(p_options -> 'goodput') k loop
      if unknown_key not in ('ttft_ms', 'tpot_ms', 'e2el_ms') then
        perform auth.fail('validation_failed', pg_catalog.format('p_options.goodput has an unknown limit "%s".', unknown_key),
          pg_catalog.jsonb_build_object('field', 'p_options', 'allowed', '["ttft_ms", "tpot_ms", "e2el_ms"]'::jsonb));
      end if;
      perform core.check_bench_option('goodput.' || unknown_key, p_options -> 'goodput' -> unknown_key, 0.001, 1e9);
    end loop;
  elsif pg_catalog.jsonb_typeof(p_options -> 'goodput') <> 'null' then
    perform auth.fail('validation_failed', 'p_options.goodput is an object of limits in milliseconds.', pg_catalog.jsonb_build_object('field', 'p_options'));
  end if;
  return pg_catalog.jsonb_build_object(
      -- 100 requests at least, so that p99 means something; four waves at least, so that the window is steady.
      'num_requests', greatest(100, 4 * p_concurrency),
      'seed', pg_catalog.floor(pg_catalog.random() * 2147483647)::bigint)
    || pg_catalog.jsonb_strip_nulls(p_options);
end
$$;
comment on function core.bench_llm_options is 'Checks the optional settings of an LLM benchmark and fills in the defaults: requests to measure and a seed of its own.';

create or replace function core.check_bench_option(p_name text, p_value jsonb, p_low numeric, p_high numeric) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if p_value is null or p_value = 'null' then
    return;
  end if;
  if pg_catalog.jsonb_typeof(p_value) <> 'number' or p_value::numeric not between p_low and p_high then
    perform auth.fail('validation_failed', pg_catalog.format('p_options.%s is a number from %s to %s.', p_name, p_low, p_high),
      pg_catalog.jsonb_build_object('field', 'p_options', 'value', p_value));
  end if;
end
$$;
comment on function core.check_bench_option is 'Refuses an option that is no number of its range.';
