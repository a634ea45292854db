import net from 'node:net';
import { monotonicMs } from '#worker/bench/clock.ts';
import type {
  Exchange,
  FailureKind,
  HttpClient,
  OutgoingRequest,
  ResponseHead,
  ResponseObserver,
} from '#worker/bench/http/client.ts';
import { checkRequest } from '#worker/bench/http/header.ts';
import { ResponseParser } from '#worker/bench/http/response-parser.ts';

const READ_BUFFER_BYTES = 64 * 1024;
/**
 * One read buffer for all sockets: libuv fills it and calls back before it reads another socket, and the callback
 * uses it up. Windows posts its reads ahead, so there each socket needs its own.
 */
const sharedBuffer = Buffer.allocUnsafeSlow(READ_BUFFER_BYTES);
const readBuffer = (): Buffer =>
  process.platform === 'win32' ? Buffer.allocUnsafeSlow(READ_BUFFER_BYTES) : sharedBuffer;

/**
 * HTTP/1.1 over plain TCP with the least work between the kernel and the stamp: `net` with `onread` (no stream, no
 * buffer per read), the clock read first, parsing after. Connections are kept alive and reused; when the server had
 * closed an idle one, the request is sent again on a fresh connection (RFC 9110 section 9.2.2 leaves that to the
 * client; nothing of the answer had arrived). `baseUrl` must be http; its path is ignored. `send` throws TypeError for
 * a path or header that would break out of its line.
 */
export function createRawClient(baseUrl: URL): HttpClient {
  const pool = new RawPool(baseUrl);
  return {
    transport: 'raw-socket',
    send: (request, observer) => {
      checkRequest(request);
      return new RawExchange(pool, request, observer);
    },
    close: () => {
      pool.close();
    },
  };
}

class RawPool {
  readonly #host: string;
  readonly #port: number;
  readonly hostHeader: string;
  readonly #idle: RawConnection[] = [];
  readonly #all = new Set<RawConnection>();

  constructor(url: URL) {
    this.#host = url.hostname.replace(/^\[|\]$/g, '');
    this.#port = url.port === '' ? 80 : Number(url.port);
    this.hostHeader = url.host;
  }

  take(): RawConnection | undefined {
    return this.#idle.pop();
  }

  connect(): RawConnection {
    const connection = new RawConnection(this, this.#host, this.#port);
    this.#all.add(connection);
    return connection;
  }

  release(connection: RawConnection): void {
    this.#idle.push(connection);
  }

  remove(connection: RawConnection): void {
    this.#all.delete(connection);
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
  }

  close(): void {
    for (const connection of this.#all) connection.destroy();
  }
}

class RawConnection {
  exchange: RawExchange | null = null;
  readonly #pool: RawPool;
  readonly #socket: net.Socket;
  #connected = false;
  #parser: ResponseParser | null = null;
  #lastError = '';

  constructor(pool: RawPool, host: string, port: number) {
    this.#pool = pool;
    this.#socket = net.connect({
      host,
      port,
      noDelay: true,
      onread: {
        buffer: readBuffer(),
        callback: (size, buffer) => {
          const at = monotonicMs();
          this.#read(buffer as Buffer, size, at);
          return true;
        },
      },
    });
    this.#socket.on('connect', () => {
      this.#connected = true;
      this.exchange?.write(this.#socket);
    });
    this.#socket.on('error', (error: NodeJS.ErrnoException) => {
      this.#lastError = error.code === undefined ? error.message : `${error.code}: ${error.message}`;
      this.#lost();
    });
    this.#socket.on('end', () => {
      this.#lost();
    });
    this.#socket.on('close', () => {
      this.#lost();
    });
  }

  /** Starts an exchange here: at once on a connected socket, else when it connects. */
  carry(exchange: RawExchange): void {
    this.exchange = exchange;
    if (this.#parser) this.#parser.reset(exchange);
    else this.#parser = new ResponseParser(exchange);
    if (this.#connected) exchange.write(this.#socket);
  }

  destroy(): void {
    this.exchange = null;
    this.#pool.remove(this);
    this.#socket.destroy();
  }

  #read(buffer: Buffer, size: number, at: number): void {
    const exchange = this.exchange;
    const parser = this.#parser;
    if (!exchange || !parser) {
      // An answer to no request: nothing that follows could be matched.
      this.destroy();
      return;
    }
    exchange.at = at;
    exchange.isAnswered = true;
    try {
      parser.push(buffer, 0, size);
    } catch (error) {
      this.destroy();
      exchange.fail('protocol', error instanceof Error ? error.message : String(error), at);
      return;
    }
    // The observer may have aborted in a callback, which took the exchange away.
    if (!parser.complete || this.exchange !== exchange) return;
    this.exchange = null;
    if (parser.keepAlive) this.#pool.release(this);
    else this.destroy();
    exchange.end(at);
  }

  #lost(): void {
    const at = monotonicMs();
    const exchange = this.exchange;
    const isComplete = exchange !== null && this.#lastError === '' && this.#parser?.close() === true;
    this.destroy();
    if (!exchange) return;
    if (isComplete) exchange.end(at);
    else exchange.lost(this.#lastError, this.#connected, at);
  }
}

class RawExchange implements Exchange {
  at = 0;
  isAnswered = false;
  readonly #pool: RawPool;
  readonly #request: OutgoingRequest;
  readonly #observer: ResponseObserver;
  #connection: RawConnection;
  #isReused: boolean;
  #isOver = false;

  constructor(pool: RawPool, request: OutgoingRequest, observer: ResponseObserver) {
    this.#pool = pool;
    this.#request = request;
    this.#observer = observer;
    const idle = pool.take();
    this.#isReused = idle !== undefined;
    this.#connection = idle ?? pool.connect();
    this.#connection.carry(this);
  }

  write(socket: net.Socket): void {
    const { method, path, headers, body } = this.#request;
    let head = `${method} ${path} HTTP/1.1\r\nHost: ${this.#pool.hostHeader}\r\n`;
    for (const name in headers) head += `${name}: ${headers[name] ?? ''}\r\n`;
    if (body) head += `Content-Length: ${body.length}\r\n`;
    head += '\r\n';
    this.#observer.onSent(monotonicMs());
    socket.cork();
    socket.write(head, 'latin1');
    if (body) socket.write(body);
    socket.uncork();
  }

  onHead(head: ResponseHead): void {
    if (!this.#isOver) this.#observer.onHead(head, this.at);
  }

  onBody(buffer: Buffer, start: number, end: number): void {
    if (!this.#isOver) this.#observer.onBody(buffer, start, end, this.at);
  }

  end(at: number): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#observer.onEnd(at);
  }

  fail(kind: FailureKind, message: string, at: number): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#observer.onFailure(kind, message, at);
  }

  lost(error: string, wasConnected: boolean, at: number): void {
    if (this.#isReused && !this.isAnswered && !this.#isOver) {
      this.#isReused = false;
      this.#connection = this.#pool.connect();
      this.#connection.carry(this);
      return;
    }
    const reason = error === '' ? 'the server closed the connection' : error;
    if (!wasConnected) this.fail('connect', reason, at);
    else if (!this.isAnswered) this.fail('connect', `${reason} before any answer`, at);
    else this.fail('closed', `${reason} in the middle of the answer`, at);
  }

  abort(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#connection.destroy();
  }
}
