create view api.v_sizer_reference_gpu_models with (security_invoker = true) as
select gpu_model, display_name as gpu_display_name, vendor as gpu_vendor_code, memory_gb as gpu_vram_gb,
  architecture as gpu_architecture, memory_bandwidth_gbps, tdp_w, (facts ->> 'gpus_per_node')::integer as gpus_per_node,
  (facts ->> 'capex_server_usd_per_gpu')::double precision as capex_server_usd_per_gpu,
  (facts ->> 'capex_gpu_usd')::double precision as capex_gpu_usd, (facts ->> 'cloud_usd_h_low')::double precision as cloud_usd_h,
  facts #>> '{sources,capex}' as price_source, facts #>> '{price_as_of,capex}' as price_as_of, source,
  array(select pg_catalog.jsonb_array_elements_text(coalesce(facts -> 'guesses', '[]'))) as guesses
from core.gpu_models;
comment on view api.v_sizer_reference_gpu_models is 'Accelerators that the sizer plans with: memory in GB (decimal), bandwidth in GB/s, power in W, prices in USD of the catalog.';
