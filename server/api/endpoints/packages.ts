import { readFile } from 'node:fs/promises';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { packageListSchema } from '#contract/endpoints.ts';
import { ApiError } from '#contract/errors.ts';
import type { Authenticate } from '../auth/authenticate.ts';
import type { ZodRoutes } from '../http/zod-provider.ts';
import { requireAnyToken } from './any-token.ts';
import { sha256Of, type Package, type PackageSets } from './package-sets.ts';

export interface PackageDeps {
  readonly authenticate: Authenticate;
  readonly packages: PackageSets;
}

/** `GET /api/packages/` and `GET /api/packages/:filename`: what a worker downloads, with checksums. */
export const packageRoutes: ZodRoutes<PackageDeps> = (app, { authenticate, packages }) => {
  app.get(
    '/packages/',
    {
      schema: {
        querystring: z.object({ tag: z.string().max(200).optional() }),
        response: { 200: packageListSchema },
      },
      config: {
        doc: {
          summary: 'Programs of the worker, of one tag or of all',
          description: 'Only complete sets with a tag are listed, the newest first. Sizes are in bytes.',
          access: 'any',
        },
      },
    },
    async (request) => {
      await requireAnyToken(authenticate, request);
      const { tag } = request.query;
      const found = (await packages.list()).filter((each) => tag === undefined || each.tag === tag);
      if (tag !== undefined && found.length === 0) {
        throw new ApiError('not_found', 'There is no complete package set of this tag.', {
          details: { tag },
          hint: 'GET /api/packages/ lists the sets there are.',
        });
      }
      return { packages: found };
    },
  );

  app.get(
    '/packages/:filename',
    {
      schema: { params: z.object({ filename: z.string() }) },
      config: {
        doc: {
          summary: 'One file of a package set',
          description: '`X-Checksum-Sha256` and `Repr-Digest` (RFC 9530) carry its SHA-256.',
          access: 'any',
          produces: 'application/octet-stream',
        },
      },
    },
    async (request, reply) => {
      await requireAnyToken(authenticate, request);
      // Found by its name among those listed: no path is made of what a client sends.
      const found = (await packages.list()).find(({ name }) => name === request.params.filename);
      if (found === undefined) throw notThere();
      return sendPackage(reply, found, found.file);
    },
  );
  return Promise.resolve();
};

/** `GET /downloads/bench-llm`: the LLM benchmark as one file that runs with Node alone. */
export const downloadRoutes: ZodRoutes<PackageDeps> = (app, { authenticate, packages }) => {
  app.get(
    '/downloads/bench-llm',
    {
      config: {
        doc: {
          summary: 'The LLM benchmark as one executable file',
          description:
            'Runs with Node 20.19 or newer and nothing else: `chmod +x bench-llm && ./bench-llm --help`. At the root of the server, not below the API base.',
          access: 'any',
          produces: 'application/octet-stream',
        },
      },
    },
    async (request, reply) => {
      await requireAnyToken(authenticate, request);
      const found = (await packages.list()).find(({ file }) => file === 'bench-llm.js');
      if (found === undefined) throw notThere();
      return sendPackage(reply, found, 'bench-llm');
    },
  );
  return Promise.resolve();
};

async function sendPackage(reply: FastifyReply, found: Package, name: string): Promise<FastifyReply> {
  const content = await readFile(found.path);
  // It may have changed since it was listed.
  if (sha256Of(content) !== found.sha256) throw notThere();
  return reply
    .type('application/octet-stream')
    .headers({
      'X-Checksum-Sha256': found.sha256,
      'Repr-Digest': `sha-256=:${Buffer.from(found.sha256, 'hex').toString('base64')}:`,
      'X-Package-Tag': found.tag,
      'Content-Disposition': `attachment; filename="${name}"`,
    })
    .send(content);
}

function notThere(): ApiError {
  return new ApiError('not_found', 'There is no such package here.', {
    hint: 'GET /api/packages/ lists what there is; npm run build makes the set of this version.',
  });
}
