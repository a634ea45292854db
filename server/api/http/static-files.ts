import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '#contract/errors.ts';

const YEAR_S = 31_536_000;

/**
 * Serves the SPA: its files, `/config.json`, and `index.html` for every address that a person may open. What the build
 * puts under `assets/` carries a hash of its content in its name and may be kept for ever; nothing else may.
 */
export async function serveWebApp(app: FastifyInstance, webRoot: string | null): Promise<void> {
  app.get('/config.json', (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ apiBase: '/api' }),
  );
  const root = webRoot !== null && existsSync(join(webRoot, 'index.html')) ? webRoot : null;
  if (root !== null) {
    await app.register(fastifyStatic, {
      root,
      wildcard: true,
      index: ['index.html'],
      redirect: false,
      dotfiles: 'ignore',
      cacheControl: false,
      // The build's `.br` beside a file; what has none is compressed as it is sent.
      preCompressed: true,
      setHeaders(response, path) {
        const isHashed = path.slice(root.length).replaceAll('\\', '/').includes('/assets/');
        response.setHeader(
          'Cache-Control',
          isHashed ? `public, max-age=${YEAR_S}, immutable` : cachingOf(path),
        );
        response.setHeader('Vary', 'Accept-Encoding');
        // For developer tools; a comment in each of a page's twenty files would cost everybody its bytes.
        const map = isHashed ? /([^/\\]+\.js)(?:\.br)?$/.exec(path)?.[1] : undefined;
        if (map !== undefined && existsSync(join(root, 'assets', `${map}.map`)))
          response.setHeader('SourceMap', `${map}.map`);
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (isApi(request) || !isNavigation(request))
      throw new ApiError('not_found', 'There is nothing at this address.');
    if (root === null) throw notBuilt();
    return sendIndex(reply, root);
  });
}

function cachingOf(path: string): string {
  return path.endsWith('.html') ? 'no-store' : 'no-cache';
}

function sendIndex(reply: FastifyReply, root: string): FastifyReply {
  return reply.sendFile('index.html', root, { cacheControl: false });
}

function isApi(request: FastifyRequest): boolean {
  return /^\/api(?:[/?]|$)/.test(request.url);
}

/** A person opening an address, not a page missing one of its files. */
function isNavigation(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (request.url.startsWith('/assets/')) return false;
  if (request.headers['sec-fetch-mode'] === 'navigate') return true;
  return (
    request.headers['sec-fetch-mode'] === undefined && (request.headers.accept ?? '').includes('text/html')
  );
}

function notBuilt(): ApiError {
  return new ApiError('not_found', 'The web interface is not built here.', {
    hint: 'The API answers under /api.',
  });
}
