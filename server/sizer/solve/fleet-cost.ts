import type { GpuFact } from '#catalog/gpu-schema.ts';
import type { BomLine } from '#contract/sizer/solve-response.ts';
import { fabricSwitches, RACK_KW, racksFor, type NodePlan } from './nodes.ts';
import { energyUsdPerYear, HOURS_PER_YEAR, SUPPORT_SHARE_PER_YEAR, totalCost } from './money.ts';
import { allInKw, ALLIN_OVER_IT } from './power.ts';
import type { GpuPrices, UnitPrice } from './unit-prices.ts';

/** Money settings of a request. */
export interface Finance {
  readonly usdPerKwh: number;
  /** Contains electricity, so it replaces it; null: power is bought. */
  readonly coloUsdPerKwMonth: number | null;
  readonly horizonYears: number;
  readonly residualPct: number;
}

/** Cost of one homogeneous part of a fleet. USD; null where a price is missing. Watts are all-in (`powerW`) and heat to remove (`coolingW`). */
export interface FleetCost {
  readonly capexUsd: number | null;
  readonly opexAnnualUsd: number | null;
  readonly tcoUsd: number | null;
  readonly powerW: number | null;
  readonly coolingW: number | null;
  /** False: a price is missing or a guess. */
  readonly pricingComplete: boolean;
  readonly lines: readonly BomLine[];
}

/** What is costed: `gpus` in use on `nodes`; `isOwned` hardware costs nothing to buy. */
export interface FleetPart {
  readonly gpu: GpuFact;
  readonly prices: GpuPrices;
  readonly gpus: number;
  readonly nodes: NodePlan;
  readonly isOwned: boolean;
}

const SWITCH_PRICE: UnitPrice = {
  usd: 36_000,
  isGuess: true,
  source: 'guess: generic 64-port 400G switch, sizing design 2.9 (NVIDIA about 50,000)',
  asOf: null,
  overridden: false,
};
const NIC_PRICE: UnitPrice = {
  usd: 1_500,
  isGuess: true,
  source: 'guess: one 400G adapter; our assumption',
  asOf: null,
  overridden: false,
};
const RACK_PRICE: UnitPrice = {
  usd: 6_000,
  isGuess: true,
  source: `guess: air-cooled rack for ${RACK_KW} kW with power strips; our assumption`,
  asOf: null,
  overridden: false,
};
/** Uplinks of one machine that serves behind a load balancer. */
const FRONTEND_PORTS_PER_NODE = 1;

function line(
  item: BomLine['item'],
  description: string,
  quantity: number,
  unit: string,
  price: UnitPrice,
): BomLine {
  return {
    item,
    description,
    quantity,
    unit,
    unit_price_usd: price.usd,
    total_usd: price.usd === null ? null : price.usd * quantity,
    included: false,
    is_guess: price.isGuess,
    source: price.source,
    as_of: price.asOf,
    overridden: price.overridden,
  };
}

/** A line that another line's price contains, or that nobody pays at purchase. */
function includedLine(
  item: BomLine['item'],
  description: string,
  quantity: number,
  unit: string,
  source: string,
): BomLine {
  return {
    item,
    description,
    quantity,
    unit,
    unit_price_usd: 0,
    total_usd: 0,
    included: true,
    is_guess: false,
    source,
    as_of: null,
    overridden: false,
  };
}

/** Baseboards are bought whole; cards and superchips one by one. */
function boughtGpus(part: FleetPart): number {
  const isSingle = part.gpu.form === 'PCIe' || part.gpu.form === 'superchip';
  return isSingle ? part.gpus : part.nodes.nodes * part.nodes.gpusPerNode;
}

function serverLines(part: FleetPart): BomLine[] {
  const { gpu, prices, nodes } = part;
  const name = gpu.gpu_display_name;
  const bought = boughtGpus(part);
  if (part.isOwned) {
    const source = 'in the inventory of the request: already there';
    return [
      includedLine(
        'server',
        `Server with up to ${nodes.gpusPerNode} × ${name}`,
        nodes.nodes,
        'server',
        source,
      ),
      includedLine('gpu', name, part.gpus, 'GPU', source),
    ];
  }
  if (prices.isRentedOnly) {
    const source = 'rented: paid by the hour, see annual opex';
    return [includedLine('gpu', `${name} (rented)`, part.gpus, 'GPU', source)];
  }
  if (prices.server.usd !== null) {
    const perServer = bought / nodes.nodes;
    const price = { ...prices.server, usd: prices.server.usd * perServer };
    const content = `${round1(perServer)} × ${name}`;
    return [
      line('server', `Server with ${content}, CPUs, memory, storage and NICs`, nodes.nodes, 'server', price),
      includedLine('gpu', name, bought, 'GPU', 'in the price of the server'),
      includedLine(
        'host',
        'CPUs, memory, NVMe, chassis',
        nodes.nodes,
        'server',
        'in the price of the server',
      ),
    ];
  }
  const host =
    prices.host.usd === null
      ? prices.host
      : { ...prices.host, usd: (prices.host.usd * bought) / nodes.nodes };
  return [
    line('gpu', name, bought, 'GPU', prices.gpu),
    line('host', `Server for up to ${nodes.gpusPerNode} GPUs without them`, nodes.nodes, 'server', host),
  ];
}

function networkLines(part: FleetPart): BomLine[] {
  const { gpu, nodes } = part;
  if (nodes.nodes <= 1 || part.prices.isRentedOnly) return [];
  const gbit = Math.round(gpu.scaleout_gbps_per_gpu * 8);
  // Trays of one NVL72 rack talk over its own NVLink switches.
  const needsFabric = nodes.spansNodes && gpu.form !== 'NVL72';
  const ports = needsFabric ? nodes.nodes * nodes.gpusPerNode : nodes.nodes * FRONTEND_PORTS_PER_NODE;
  const what = needsFabric
    ? 'Fabric switch, 64 ports, for replicas that span servers'
    : 'Network switch, 64 ports, between servers and load balancer';
  const lines = [line('switch', what, fabricSwitches(ports), 'switch', SWITCH_PRICE)];
  if (needsFabric) {
    const description = `Network adapter ${gbit} Gbit/s, one a GPU`;
    lines.unshift(
      part.prices.server.usd !== null || part.isOwned
        ? includedLine('nic', description, ports, 'NIC', 'in the price of the server')
        : line('nic', description, ports, 'NIC', NIC_PRICE),
    );
  }
  return lines;
}

function siteLines(part: FleetPart, kw: number | null, powerSource: string): BomLine[] {
  if (part.prices.isRentedOnly) return [];
  const { gpu, nodes } = part;
  const perNode = kw === null ? null : (kw / part.gpus) * nodes.gpusPerNode;
  const racks = racksFor(gpu, nodes.nodes, perNode);
  const lines: BomLine[] = [];
  if (gpu.form === 'NVL72') {
    lines.push(
      includedLine('rack', 'NVL72 rack, 18 trays, liquid cooled', racks, 'rack', 'in the price of the trays'),
    );
  } else if (!part.isOwned) {
    lines.push(line('rack', `Rack for ${RACK_KW} kW`, racks, 'rack', RACK_PRICE));
  }
  if (kw !== null) {
    lines.push(
      includedLine('power', 'Power draw, all-in', round1(kw), 'kW', `paid as annual opex; ${powerSource}`),
      includedLine('cooling', 'Heat to remove', round1(kw / ALLIN_OVER_IT), 'kW', 'in the all-in power'),
    );
  }
  lines.push(
    includedLine(
      'software',
      'Serving framework, open source without licence fee',
      nodes.nodes,
      'server',
      'licences of vLLM, SGLang and TensorRT-LLM',
    ),
  );
  return lines;
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Bill of materials, capex, annual opex and TCO of one homogeneous fleet. */
export function fleetCost(part: FleetPart, finance: Finance): FleetCost {
  const power = allInKw(part.gpu);
  const kw = power.kw === null ? null : power.kw * part.gpus;
  const lines = [...serverLines(part), ...networkLines(part), ...siteLines(part, kw, power.source)];
  const bought = lines.filter((entry) => !entry.included);
  const capex =
    part.prices.isRentedOnly && !part.isOwned
      ? null
      : bought.reduce<number | null>(
          (sum, entry) => (sum === null || entry.total_usd === null ? null : sum + entry.total_usd),
          0,
        );
  const opex = annualOpex(part, finance, capex, kw);
  const tco =
    opex === null
      ? null
      : part.prices.isRentedOnly && !part.isOwned
        ? opex * finance.horizonYears
        : capex === null
          ? null
          : totalCost(capex, opex, finance.horizonYears, finance.residualPct);
  return {
    capexUsd: capex,
    opexAnnualUsd: opex,
    tcoUsd: tco,
    powerW: kw === null ? null : kw * 1_000,
    coolingW: kw === null ? null : (kw * 1_000) / ALLIN_OVER_IT,
    pricingComplete:
      capex !== null && opex !== null && !power.isGuess && bought.every((entry) => !entry.is_guess),
    lines,
  };
}

function annualOpex(
  part: FleetPart,
  finance: Finance,
  capex: number | null,
  kw: number | null,
): number | null {
  if (part.prices.isRentedOnly && !part.isOwned) {
    const hour = part.prices.rentalUsdHour.usd;
    return hour === null ? null : part.gpus * hour * HOURS_PER_YEAR;
  }
  if (kw === null || capex === null) return null;
  const site =
    finance.coloUsdPerKwMonth === null
      ? energyUsdPerYear(kw, finance.usdPerKwh)
      : kw * finance.coloUsdPerKwMonth * 12;
  return site + capex * SUPPORT_SHARE_PER_YEAR;
}
