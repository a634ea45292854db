import { expect, it } from 'vitest';
import { drafted } from './constraints.test-data.ts';
import { nodesConstraint } from './nodes.ts';

it('counts packed nodes', () => {
  // 200 in flight, 80 a replica: 3 replicas of 4 GPUs, two a node: 2 nodes.
  const two = drafted({ conc: 200, max_nodes: 2 });
  expect(nodesConstraint.check(two.draft, two.question)).toBeNull();
  const one = drafted({ conc: 200, max_nodes: 1 });
  expect(nodesConstraint.check(one.draft, one.question)).toMatchObject({
    limit: 1,
    actual: 2,
    unit: 'nodes',
  });
});
