import type { FastifyInstance, FastifyPluginAsync, FastifyTypeProvider } from 'fastify';
import { z } from 'zod';

/** Types a route's body, parameters and answers by the zod schemas it declares. */
export interface ZodTypeProvider extends FastifyTypeProvider {
  readonly validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
  readonly serializer: this['schema'] extends z.ZodType ? z.input<this['schema']> : unknown;
}

/** A group of routes with zod schemas. */
export type ZodRoutes<Options extends object> = FastifyPluginAsync<
  Options,
  FastifyInstance['server'],
  ZodTypeProvider
>;

/** Lets routes declare zod schemas. An answer is parsed too: a field that the contract does not know never leaves. */
export function useZod(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema }) => (data) => {
    const result = asZod(schema).safeParse(data);
    return result.success ? { value: result.data } : { error: result.error };
  });
  app.setSerializerCompiler(
    ({ schema }) =>
      (data) =>
        JSON.stringify(asZod(schema).parse(data)),
  );
}

function asZod(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError('Routes of this server declare zod schemas');
}
