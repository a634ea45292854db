import type { GpuFact } from '#catalog/gpu-schema.ts';

/** A packing of replicas into machines. */
export interface NodePlan {
  readonly nodes: number;
  readonly gpusPerNode: number;
  /** GPUs of those machines that no replica uses. */
  readonly idleGpus: number;
  /** True where one replica is spread over machines. */
  readonly spansNodes: boolean;
}

/**
 * Machines for `replicas` of `gpusPerReplica` GPUs each: a replica that fits one machine is never torn apart
 * (floor(node / g) a machine), a larger one takes whole machines. Source: sizing design 2.9. A tray of GB200/GB300 counts as
 * a machine of four.
 */
export function packNodes(replicas: number, gpusPerReplica: number, gpusPerNode: number): NodePlan {
  const spansNodes = gpusPerReplica > gpusPerNode;
  const nodes = spansNodes
    ? replicas * Math.ceil(gpusPerReplica / gpusPerNode)
    : Math.ceil(replicas / Math.floor(gpusPerNode / gpusPerReplica));
  return { nodes, gpusPerNode, idleGpus: nodes * gpusPerNode - replicas * gpusPerReplica, spansNodes };
}

/** Most replicas that `nodes` machines hold. */
export function replicasInNodes(nodes: number, gpusPerReplica: number, gpusPerNode: number): number {
  return gpusPerReplica > gpusPerNode
    ? Math.floor(nodes / Math.ceil(gpusPerReplica / gpusPerNode))
    : nodes * Math.floor(gpusPerNode / gpusPerReplica);
}

/** Trays of one NVL72 rack. */
const NVL72_TRAYS = 18;
/** Cooling and power of one air-cooled rack, kilowatts. Our assumption. */
export const RACK_KW = 40;

/** Racks: 18 trays for an NVL72, else what power allows, at least one machine a rack. */
export function racksFor(gpu: GpuFact, nodes: number, kwPerNode: number | null): number {
  if (nodes === 0) return 0;
  if (gpu.form === 'NVL72') return Math.ceil(nodes / NVL72_TRAYS);
  const nodesPerRack = kwPerNode === null ? 4 : Math.max(1, Math.floor(RACK_KW / kwPerNode));
  return Math.ceil(nodes / nodesPerRack);
}

const SWITCH_PORTS = 64;

/** 64-port switches for a fabric with `ports` ends at full bandwidth: none for one machine's, one up to 64, then leaves and spines. */
export function fabricSwitches(ports: number): number {
  if (ports <= 0) return 0;
  if (ports <= SWITCH_PORTS) return 1;
  const leaves = Math.ceil(ports / (SWITCH_PORTS / 2));
  return leaves + Math.ceil((leaves * (SWITCH_PORTS / 2)) / SWITCH_PORTS);
}
