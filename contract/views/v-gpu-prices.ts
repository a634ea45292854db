import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { number, text, textOrNull } from '#contract/views/fields.ts';

/** What an hour of one GPU costs, by basis, with source and date; the default basis is the one of usd_per_million_tokens elsewhere. */
export const vGpuPrices = defineView(
  'v_gpu_prices',
  z.object({
    gpu_model: textOrNull,
    gpu_name: text,
    price_basis: text,
    basis_name: text,
    usd_per_gpu_hour: number,
    price_source: textOrNull,
    price_as_of: textOrNull,
    is_guess: z.boolean(),
    is_default: z.boolean(),
  }),
);
export type GpuPricesRow = z.infer<typeof vGpuPrices.row>;
