create or replace function core.memory_need_gb(
  p_total_params_b numeric, p_weight_bytes numeric, p_kv_bytes_per_token numeric, p_concurrency integer, p_isl integer, p_osl integer
) returns numeric
language sql immutable set search_path = ''
as $$
  -- GB are decimal. Weights: parameters x bytes each. KV cache: every sequence in flight at its full length, 2 bytes an element.
  select p_total_params_b * p_weight_bytes + coalesce(p_concurrency::numeric * (p_isl + p_osl) * p_kv_bytes_per_token / 1e9, 0)
$$;
comment on function core.memory_need_gb is 'GB of GPU memory that weights and KV cache need, all GPUs together; null when the size of the model is not known.';

create or replace function core.memory_usable_gb(p_gpu_count integer, p_gpu_memory_gb numeric) returns numeric
language sql immutable set search_path = ''
as $$
  -- vLLM's default gpu_memory_utilization is 0.9; the rest is runtime and activations.
  select 0.9 * p_gpu_count * p_gpu_memory_gb
$$;
comment on function core.memory_usable_gb is 'GB of GPU memory that an engine may fill: 90 %, vLLM''s default gpu_memory_utilization.';
