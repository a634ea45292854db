import { failure, type Constraint } from './constraint.ts';

/** The packed deployment stays within the node ceiling. */
export const nodesConstraint: Constraint = {
  name: 'nodes',
  check({ plan }, { limits }) {
    if (plan === null || limits.maxNodes === null || plan.nodes.nodes <= limits.maxNodes) return null;
    const { nodes, gpusPerNode } = plan.nodes;
    return failure(
      'nodes',
      limits.maxNodes,
      nodes,
      'nodes',
      `${plan.replicas} replicas of ${plan.gpusPerReplica} GPUs take ${nodes} nodes of ${gpusPerNode}; max_nodes is ${limits.maxNodes}.`,
    );
  },
};
