import { connect, type Socket } from 'node:net';

export interface Load {
  /** `http://host:port` of every server; connections are spread evenly. */
  readonly urls: readonly string[];
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly requests: number;
}

export interface LoadResult {
  /** Milliseconds from the write of a request to the last byte of its answer, in order of arrival. */
  readonly latencies: number[];
  readonly elapsedMs: number;
  /** Bytes of the first answer's body. */
  readonly bodyBytes: number;
}

const HEAD_END = '\r\n\r\n';

/**
 * Sends GETs on kept connections, one at a time on each, until `requests` were answered. Its own reader: a client that
 * costs more than the server would hide the server. Throws on an answer that is not 200 with a content-length.
 */
export async function runLoad(load: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  let left = load.requests;
  let bodyBytes = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: load.connections }, async (_, index) => {
      const url = new URL(load.urls[index % load.urls.length] ?? '');
      const exchange = await openConnection(url, requestText(url, load));
      try {
        while (left > 0) {
          left -= 1;
          const sentAt = performance.now();
          bodyBytes = await exchange.next();
          latencies.push(performance.now() - sentAt);
        }
      } finally {
        exchange.close();
      }
    }),
  );
  return { latencies, elapsedMs: performance.now() - startedAt, bodyBytes };
}

function requestText(url: URL, load: Load): string {
  const headers = Object.entries({ host: url.host, ...load.headers });
  return `GET ${load.path} HTTP/1.1\r\n${headers.map(([name, text]) => `${name}: ${text}\r\n`).join('')}\r\n`;
}

interface Connection {
  /** Sends the request and resolves with the bytes of the body. */
  next(): Promise<number>;
  close(): void;
}

function openConnection(url: URL, request: string): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
    let chunks: Buffer[] = [];
    let pending: { resolve: (bytes: number) => void; reject: (error: Error) => void } | null = null;
    let need: { total: number; body: number } | null = null;
    let have = 0;

    socket.on('data', (chunk) => {
      chunks.push(chunk);
      have += chunk.length;
      if (need === null) {
        const head = Buffer.concat(chunks).toString('latin1');
        const end = head.indexOf(HEAD_END);
        if (end < 0) return;
        const body = Number(/\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1] ?? Number.NaN);
        if (!head.startsWith('HTTP/1.1 200 ') || Number.isNaN(body)) {
          pending?.reject(new Error(`not what was asked for: ${head.slice(0, 800)}`));
          return;
        }
        need = { total: end + HEAD_END.length + body, body };
      }
      if (have < need.total) return;
      const { body } = need;
      const done = pending;
      chunks = [];
      have = 0;
      need = null;
      pending = null;
      done?.resolve(body);
    });
    const fail = (error: Error) => {
      reject(error);
      pending?.reject(error);
    };
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('the server closed a connection')));
    socket.on('connect', () =>
      resolve({
        next: () =>
          new Promise((done, failed) => {
            pending = { resolve: done, reject: failed };
            socket.write(request);
          }),
        close: () => socket.destroy(),
      }),
    );
  });
}
