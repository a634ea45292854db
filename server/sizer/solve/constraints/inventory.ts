import { failure, type Constraint } from './constraint.ts';

/** No more GPUs of a model than the inventory holds. */
export const inventoryConstraint: Constraint = {
  name: 'inventory',
  check({ stack, plan }, { inventory }) {
    if (plan === null || inventory === null) return null;
    const held = inventory.get(stack.gpu.gpu_model)?.count ?? 0;
    if (plan.totalGpus <= held) return null;
    return failure(
      'inventory',
      held,
      plan.totalGpus,
      'GPUs',
      `The load takes ${plan.totalGpus} × ${stack.gpu.gpu_display_name}; the inventory holds ${held}.`,
    );
  },
};
