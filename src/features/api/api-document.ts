import { z } from 'zod';

/** Details are read when an operation is shown: a thousand kB of them at once would hold up the page. */
const operation = z.looseObject({ operationId: z.string(), tags: z.array(z.string()), summary: z.string() });

/** The outline of an OpenAPI document, with the rest as it came. */
export const documentSchema = z.object({
  info: z.object({ version: z.string() }),
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(
    z.string(),
    z.object({
      servers: z.array(z.unknown()).optional(),
      get: operation.optional(),
      post: operation.optional(),
      put: operation.optional(),
      patch: operation.optional(),
      delete: operation.optional(),
    }),
  ),
  components: z.object({
    schemas: z.record(z.string(), z.unknown()),
    parameters: z.record(z.string(), z.unknown()),
  }),
});
export type ApiDocument = z.output<typeof documentSchema>;

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** One operation as the list shows it. */
export interface ListedOperation {
  id: string;
  method: (typeof METHODS)[number];
  path: string;
  group: string;
  summary: string;
}

export interface ApiGroup {
  name: string;
  operations: ListedOperation[];
}

/** The document's operations under their headings, in the document's order; headings without one are left out. */
export function toGroups(document: ApiDocument): ApiGroup[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): ListedOperation[] => {
      const found = item[method];
      if (found === undefined) return [];
      return [{ id: found.operationId, method, path, group: found.tags[0] ?? '', summary: found.summary }];
    }),
  );
  return document.tags
    .map(({ name }) => ({ name, operations: operations.filter((each) => each.group === name) }))
    .filter((group) => group.operations.length > 0);
}

/** Operations whose path, summary or name holds every word; all for no words. */
export function findOperations(groups: readonly ApiGroup[], text: string): ApiGroup[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [...groups];
  return groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter((each) => {
        const haystack = `${each.method} ${each.path} ${each.summary} ${each.id} ${group.name}`.toLowerCase();
        return words.every((word) => haystack.includes(word));
      }),
    }))
    .filter((group) => group.operations.length > 0);
}
