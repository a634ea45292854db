import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Starts to listen; answers the port, which the system chose when 0 was asked for. Rejects with EADDRINUSE when it is taken. */
export async function listen(app: FastifyInstance, address: { host: string; port: number }): Promise<number> {
  await app.listen({ ...address, listenTextResolver: (text) => `listening on ${text}` });
  return (app.server.address() as AddressInfo).port;
}
