import type { Mutation as MutationClass } from '@tanstack/react-query';

/**
 * Stands in, in the production build, for the module of query-core that its mutation cache makes mutations from: the
 * cache belongs to every page, mutations to those that write. Their observer, which makes the first one, brings the
 * real class (vite.config.ts).
 */
let Known: typeof MutationClass | null = null;

export function knowMutation(real: typeof MutationClass): void {
  Known = real;
}

export function Mutation(config: ConstructorParameters<typeof MutationClass>[0]): object {
  if (Known === null) throw new Error('No observer of mutations has been loaded');
  return new Known(config);
}
