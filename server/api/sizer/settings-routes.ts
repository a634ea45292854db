import { z } from 'zod';
import { ApiError } from '#contract/errors.ts';
import {
  sizerOrgQuerySchema,
  sizerPriceChangeSchema,
  sizerPriceSchema,
  sizerPricesSchema,
  sizerSettingsChangeSchema,
  sizerSettingsSchema,
} from '#contract/sizer/endpoints.ts';
import type { Parameter, TransactionOptions } from '#server/database/port.ts';
import { toApiError } from '../data/errors.ts';
import type { ZodRoutes } from '../http/zod-provider.ts';
import { enter, type SizerDeps } from './sizer-routes.ts';

const gpuParamsSchema = z.object({ gpu_model: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,99}$/) });

/** What admins of a workspace set: `/api/sizer/settings` and `/api/sizer/prices`. They work without the service. */
export const sizerSettingsRoutes: ZodRoutes<SizerDeps> = (app, deps) => {
  app.get(
    '/sizer/settings',
    {
      schema: { querystring: sizerOrgQuerySchema, response: { 200: sizerSettingsSchema } },
      config: { doc: { summary: 'Settings of the sizer in a workspace, and what it was trained with' } },
    },
    async (request) => {
      const { access, options } = await enter(deps, request, request.query.org_id ?? null, 'ask');
      return sizerSettingsSchema.parse(
        await call(deps, options, 'core.sizer_settings_of($1::uuid)', [access.orgId]),
      );
    },
  );

  app.put(
    '/sizer/settings',
    {
      schema: { body: sizerSettingsChangeSchema, response: { 200: sizerSettingsSchema } },
      config: {
        doc: {
          summary: 'Switches the sizer of a workspace on or off and sets its rates',
          description: 'What is not given stays; null goes back to the default. Needs the role admin.',
          example: { enabled: true, usd_per_kwh: 0.12 },
          codes: ['INSUFFICIENT_SCOPE'],
        },
      },
    },
    async (request) => {
      const { org_id: orgId, ...change } = request.body;
      const { access, options } = await enter(deps, request, orgId ?? null, 'settings');
      return sizerSettingsSchema.parse(
        await call(deps, options, 'core.sizer_change_settings($1::uuid, $2::jsonb)', [
          access.orgId,
          JSON.stringify(change),
        ]),
      );
    },
  );

  app.get(
    '/sizer/prices',
    {
      schema: { querystring: sizerOrgQuerySchema, response: { 200: sizerPricesSchema } },
      config: { doc: { summary: 'Prices that a workspace uses instead of the catalog’s' } },
    },
    async (request) => {
      const { access, options } = await enter(deps, request, request.query.org_id ?? null, 'ask');
      const { rows } = await deps.db.one<{ found: unknown }>(
        { ...options, readOnly: true },
        `select coalesce(jsonb_agg(core.sizer_price_json(p) order by p.gpu_model), '[]') as found
         from core.sizer_prices p where p.org_id = $1::uuid`,
        [access.orgId],
      );
      return sizerPricesSchema.parse({ prices: rows[0]?.found });
    },
  );

  app.put(
    '/sizer/prices/:gpu_model',
    {
      schema: { params: gpuParamsSchema, body: sizerPriceChangeSchema, response: { 200: sizerPriceSchema } },
      config: {
        doc: {
          summary: 'Sets the workspace’s own price of a GPU model',
          description:
            'USD: a server with its network per GPU, a GPU alone, a GPU-hour in the cloud. Plans name the price as the workspace’s own. Needs the role admin.',
          example: {
            capex_server_usd_per_gpu: 34_000,
            source: 'quote 4711 of our supplier',
            as_of: '2026-03-02',
          },
          codes: ['INSUFFICIENT_SCOPE'],
        },
      },
    },
    async (request) => {
      const { org_id: orgId, ...price } = request.body;
      const { access, options } = await enter(deps, request, orgId ?? null, 'prices');
      return sizerPriceSchema.parse(
        await call(deps, options, 'core.sizer_put_price($1::uuid, $2::text, $3::jsonb)', [
          access.orgId,
          request.params.gpu_model,
          JSON.stringify(price),
        ]),
      );
    },
  );

  app.delete(
    '/sizer/prices/:gpu_model',
    {
      schema: { params: gpuParamsSchema, querystring: sizerOrgQuerySchema },
      config: {
        doc: {
          summary: 'Goes back to the catalog’s price of a GPU model',
          codes: ['INSUFFICIENT_SCOPE'],
        },
      },
    },
    async (request, reply) => {
      const { access, options } = await enter(deps, request, request.query.org_id ?? null, 'prices');
      const wasThere = await call(deps, options, 'core.sizer_delete_price($1::uuid, $2::text)', [
        access.orgId,
        request.params.gpu_model,
      ]);
      if (wasThere !== true)
        throw new ApiError('not_found', 'The workspace has no price of its own for this GPU model.');
      return reply.code(204).send();
    },
  );
  return Promise.resolve();
};

/** Calls a function of the database on behalf of the caller; what it raises is the answer. */
export async function call(
  deps: SizerDeps,
  options: TransactionOptions,
  expression: string,
  parameters: readonly Parameter[],
): Promise<unknown> {
  try {
    const { rows } = await deps.db.one<{ answer: unknown }>(
      options,
      `select ${expression} as answer`,
      parameters,
    );
    return rows[0]?.answer;
  } catch (error) {
    throw toApiError(error);
  }
}
