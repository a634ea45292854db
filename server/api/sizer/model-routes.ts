import { z } from 'zod';
import { ApiError } from '#contract/errors.ts';
import {
  serviceParsedModelSchema,
  sizerModelAnswerSchema,
  sizerModelRequestSchema,
  sizerOrgQuerySchema,
} from '#contract/sizer/endpoints.ts';
import type { ZodRoutes } from '../http/zod-provider.ts';
import { refuseNotConfigured, requireEnabled } from './sizer-access.ts';
import { enter, SIZER_AWAY, type SizerDeps } from './sizer-routes.ts';
import { call } from './settings-routes.ts';

const PARSE_WAIT_MS = 10_000;
/** Bytes; config.json files of large models have some tens of thousands. */
const BODY_BYTES = 2_097_152;

const EXAMPLE = {
  config: JSON.stringify({
    architectures: ['LlamaForCausalLM'],
    model_type: 'llama',
    hidden_size: 4096,
    intermediate_size: 14_336,
    num_hidden_layers: 32,
    num_attention_heads: 32,
    num_key_value_heads: 8,
    head_dim: 128,
    vocab_size: 128_256,
    max_position_embeddings: 131_072,
    tie_word_embeddings: false,
    torch_dtype: 'bfloat16',
  }),
  model_code: 'our-llama-8b',
  model_name: 'Our Llama 8B',
};

/** `/api/sizer/models`: models of the workspace's own, each from its config.json. What the file does not say is asked. */
export const sizerModelRoutes: ZodRoutes<SizerDeps> = (app, deps) => {
  app.addHook('onRequest', async (request) => {
    await deps.authenticate(request);
  });
  app.post(
    '/sizer/models',
    {
      bodyLimit: BODY_BYTES,
      schema: {
        body: sizerModelRequestSchema,
        response: { 200: sizerModelAnswerSchema, 201: sizerModelAnswerSchema },
      },
      config: {
        doc: {
          summary: 'Adds a model of the workspace’s own from its Hugging Face config.json',
          description:
            'Nothing is guessed: with `status: "needs_answers"` (200) nothing was stored, and `missing` asks what the file does not say; send the same body with `answers`. 201 when the model was added. Needs the role engineer.',
          example: EXAMPLE,
          codes: [...SIZER_AWAY, 'INSUFFICIENT_SCOPE'],
        },
      },
    },
    async (request, reply) => {
      const { org_id: orgId, ...question } = request.body;
      const { access, options } = await enter(deps, request, orgId ?? null, 'add_models');
      if (deps.upstream === null) return refuseNotConfigured();
      requireEnabled(access);
      const { fault, ...read } = await deps.upstream.call({
        method: 'POST',
        path: '/models/parse',
        body: question,
        orgId: access.orgId,
        requestId: request.id,
        timeoutMs: PARSE_WAIT_MS,
        answer: serviceParsedModelSchema,
      });
      if (fault !== null) throw new ApiError('validation_failed', fault, { details: { field: 'config' } });
      const { model_code, model_name } = question;
      const answer = { model_code, model_name, ...read };
      if (read.missing.length > 0) return reply.code(200).send({ status: 'needs_answers', ...answer });
      await call(deps, options, 'core.sizer_add_model($1::uuid, $2::jsonb)', [
        access.orgId,
        JSON.stringify(read.facts),
      ]);
      return reply.code(201).send({ status: 'created', ...answer });
    },
  );

  app.delete(
    '/sizer/models/:model_code',
    {
      schema: {
        params: z.object({ model_code: sizerModelRequestSchema.shape.model_code }),
        querystring: sizerOrgQuerySchema,
      },
      config: {
        doc: {
          summary: 'Removes a model that the workspace added',
          description: 'Results that name it stay. Needs the role engineer.',
          codes: ['INSUFFICIENT_SCOPE'],
        },
      },
    },
    async (request, reply) => {
      const { access, options } = await enter(deps, request, request.query.org_id ?? null, 'add_models');
      const wasThere = await call(deps, options, 'core.sizer_remove_model($1::uuid, $2::text)', [
        access.orgId,
        request.params.model_code,
      ]);
      if (wasThere !== true) throw new ApiError('not_found', 'The workspace added no such model.');
      return reply.code(204).send();
    },
  );
  return Promise.resolve();
};
