create view api.gpu_models with (security_invoker = true) as
select gpu_model, display_name, vendor, architecture, memory_gb, memory_bandwidth_gbps, tdp_w, source from core.gpu_models;
comment on view api.gpu_models is 'Accelerators of the catalog: memory in GB, bandwidth in GB/s, power in W.';
