create view api.v_gpu_prices with (security_invoker = true) as
select g.gpu_model, g.display_name as gpu_name, b.price_basis, b.basis_name, (g.facts ->> b.price_basis)::double precision as usd_per_gpu_hour,
  g.facts #>> array['sources', b.source_group] as price_source, g.facts #>> array['price_as_of', b.source_group] as price_as_of,
  coalesce(g.facts -> 'guesses' @> to_jsonb(b.price_basis), false) as is_guess, b.is_default
from core.gpu_models g
cross join (values
  ('cloud_usd_h_low', 'Cloud on demand, lowest listed', 'cloud', true),
  ('cloud_usd_h_high', 'Cloud on demand, highest listed', 'cloud', false),
  ('tco_neocloud_usd_h', 'Cost of ownership, GPU cloud', 'tco', false),
  ('tco_hyperscaler_usd_h', 'Cost of ownership, hyperscaler', 'tco', false),
  ('rental_3yr_usd_h', 'Rental for three years', 'tco', false)
) b (price_basis, basis_name, source_group, is_default)
where (g.facts ->> b.price_basis)::double precision > 0;
comment on view api.v_gpu_prices is 'What an hour of one GPU costs, by basis, with source and date; the default basis is the one of usd_per_million_tokens elsewhere.';
