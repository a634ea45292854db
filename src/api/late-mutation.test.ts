import { Mutation as Real, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { knowMutation, Mutation } from './late-mutation.ts';

it('makes real mutations, with `new` as the cache does, once they are known', async () => {
  const client = new QueryClient();
  const made = () =>
    // What the cache calls as a class.
    new (Mutation as unknown as typeof Real)({
      client,
      mutationCache: client.getMutationCache(),
      mutationId: 1,
      options: { mutationFn: (n: unknown) => Promise.resolve(Number(n) * 2) },
    });
  expect(made).toThrow('No observer');
  knowMutation(Real);
  const mutation = made();
  expect(mutation).toBeInstanceOf(Real);
  expect(await mutation.execute(21)).toBe(42);
});
