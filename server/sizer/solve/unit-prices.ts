import { gpuFigureSource, type GpuFact } from '#catalog/gpu-schema.ts';
import type { PriceOverride } from '#contract/sizer/service.ts';

/** One price with where it comes from; `usd` null where none is known. */
export interface UnitPrice {
  readonly usd: number | null;
  readonly isGuess: boolean;
  readonly source: string;
  readonly asOf: string | null;
  readonly overridden: boolean;
}

/** Prices of one accelerator, USD: by GPU bought, or by GPU and hour rented. */
export interface GpuPrices {
  /** The GPU with its share of the server; null `usd` where only the GPU's own price is known. */
  readonly server: UnitPrice;
  readonly gpu: UnitPrice;
  /** The server without its GPUs, per GPU. */
  readonly host: UnitPrice;
  readonly rentalUsdHour: UnitPrice;
  /** True where the accelerator cannot be bought, only rented. */
  readonly isRentedOnly: boolean;
}

const UNKNOWN: UnitPrice = {
  usd: null,
  isGuess: false,
  source: 'no price known',
  asOf: null,
  overridden: false,
};

/** Server without GPUs, USD a GPU, where the catalog knows no server price: derived from catalog rows that know both. */
const HOST_GUESSES: Readonly<Record<string, { usd: number; source: string }>> = {
  PCIe: { usd: 6_000, source: 'guess: server share of an L40S node in the catalog (14,000 − 8,000)' },
  superchip: { usd: 5_000, source: 'guess: chassis and power of a superchip board; the host CPU is on it' },
};
const BASEBOARD_HOST = {
  usd: 8_750,
  source: 'guess: server share of an H100 SXM node in the catalog (38,750 − 30,000)',
};
/** A host does not cost more than its card: small cards share a plain server. */
const HOST_SHARE_LIMIT = 1;

function fromCatalog(
  gpu: GpuFact,
  figure: 'capex_gpu_usd' | 'capex_server_usd_per_gpu' | 'cloud_usd_h_low',
): UnitPrice {
  const usd = gpu[figure];
  const source = gpuFigureSource(gpu, figure);
  if (usd === null || source === null) return UNKNOWN;
  return {
    usd,
    isGuess: source.is_guess,
    source: source.source,
    asOf: figure === 'cloud_usd_h_low' ? gpu.price_as_of.cloud : gpu.price_as_of.capex,
    overridden: false,
  };
}

/** Prices of a GPU: the workspace's own where it set one, else the catalog's, each with its source. */
export function gpuPrices(gpu: GpuFact, override: PriceOverride | undefined): GpuPrices {
  const own = (usd: number | null | undefined): UnitPrice | null =>
    usd === null || usd === undefined || override === undefined
      ? null
      : { usd, isGuess: false, source: override.source, asOf: override.as_of, overridden: true };
  const catalogGpu = fromCatalog(gpu, 'capex_gpu_usd');
  const catalogServer = fromCatalog(gpu, 'capex_server_usd_per_gpu');
  const ownGpu = own(override?.capex_gpu_usd);
  const gpuPrice = ownGpu ?? catalogGpu;
  let server = own(override?.capex_server_usd_per_gpu) ?? catalogServer;
  // A new price of the GPU alone moves the server's by the difference.
  if (
    ownGpu?.usd !== undefined &&
    ownGpu.usd !== null &&
    !server.overridden &&
    server.usd !== null &&
    catalogGpu.usd !== null
  ) {
    server = {
      ...server,
      usd: server.usd - catalogGpu.usd + ownGpu.usd,
      source: `${ownGpu.source}; server share as in the catalog (${server.source})`,
      overridden: true,
    };
  }
  return {
    server,
    gpu: gpuPrice,
    host: hostPrice(gpu, server, gpuPrice),
    rentalUsdHour: own(override?.cloud_usd_h) ?? fromCatalog(gpu, 'cloud_usd_h_low'),
    isRentedOnly: gpuPrice.usd === null && server.usd === null,
  };
}

function hostPrice(gpu: GpuFact, server: UnitPrice, gpuPrice: UnitPrice): UnitPrice {
  if (gpuPrice.usd === null) return UNKNOWN;
  if (server.usd !== null) return { ...server, usd: Math.max(0, server.usd - gpuPrice.usd) };
  const guess = HOST_GUESSES[gpu.form] ?? BASEBOARD_HOST;
  return {
    usd: Math.min(guess.usd, gpuPrice.usd * HOST_SHARE_LIMIT),
    isGuess: true,
    source: guess.source,
    asOf: null,
    overridden: false,
  };
}
